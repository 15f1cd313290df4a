import { expect, test } from 'vitest';
import { createIdempotencyKeys } from '#site/islands/submission/idempotency.ts';

test('a key is a version 4 UUID', () => {
  const keys = createIdempotencyKeys();
  for (let content = 0; content < 100; content += 1)
    expect(keys.keyFor(String(content))).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
});

test('a retry of the same content keeps its key; changed content gets a new one', () => {
  const keys = createIdempotencyKeys();
  const key = keys.keyFor('a');
  expect(keys.keyFor('a')).toBe(key);
  expect(keys.keyFor('b')).not.toBe(key);
});

test('after a success the same content is another submission', () => {
  const keys = createIdempotencyKeys();
  const key = keys.keyFor('a');
  keys.forget();
  expect(keys.keyFor('a')).not.toBe(key);
});
