import { describe, expect, test } from 'vitest';
import { createIdempotencyKeys, makeUuid } from '#site/islands/submission/idempotency.ts';

const countedKeys = () => {
  let made = 0;
  return createIdempotencyKeys(() => `key-${++made}`);
};

test('a retry of the same content keeps its key', () => {
  const keys = countedKeys();
  expect([keys.keyFor('a'), keys.keyFor('a')]).toEqual(['key-1', 'key-1']);
});

test('changed content gets a new key', () => {
  const keys = countedKeys();
  expect([keys.keyFor('a'), keys.keyFor('b')]).toEqual(['key-1', 'key-2']);
});

test('after a success the same content is another submission', () => {
  const keys = countedKeys();
  keys.keyFor('a');
  keys.forget();
  expect(keys.keyFor('a')).toBe('key-2');
});

describe('makeUuid', () => {
  const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  test('makes a version 4 UUID', () => {
    expect(makeUuid()).toMatch(version4);
  });

  test('makes one on insecure origins too, where randomUUID is missing', () => {
    const made = new Set(
      Array.from({ length: 100 }, () =>
        makeUuid({ getRandomValues: (bytes) => crypto.getRandomValues(bytes) }),
      ),
    );
    expect(made.size).toBe(100);
    for (const uuid of made) expect(uuid).toMatch(version4);
  });
});
