import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createSignInLimit } from './sign-in-limit.ts';

let limit = createSignInLimit();
beforeEach(() => {
  limit = createSignInLimit();
  onTestFinished(() => limit.close());
});

/** How many of so many tries are let through, of addresses in turn. */
async function countLetThrough(tries: number, by: 'link' | 'provider', addressOf: (index: number) => string) {
  let count = 0;
  for (let index = 0; index < tries; index += 1)
    if ((await limit.count(addressOf(index), by)).retryAfterS === null) count += 1;
  return count;
}

test('an address has 20 tries a minute, and is told when the next one is', async () => {
  expect(await countLetThrough(30, 'link', () => '203.0.113.9')).toBe(20);
  const { retryAfterS } = await limit.count('203.0.113.9', 'provider');
  expect(retryAfterS).toBeGreaterThan(50);
  expect(retryAfterS).toBeLessThanOrEqual(60);
  expect(await countLetThrough(1, 'provider', () => '203.0.113.10')).toBe(1);
});

test('the 256 networks of an IPv6 /56 have 40 together, and its neighbour has its own', async () => {
  const inSite = (index: number) => `2001:db8:0:a0${(index % 256).toString(16).padStart(2, '0')}::1`;
  expect(await countLetThrough(60, 'provider', inSite)).toBe(40);
  expect(await countLetThrough(1, 'provider', () => '2001:db8:0:a100::1')).toBe(1);
});

test('of all addresses together the provider is asked 200 times a minute; wrong links use nothing of it', async () => {
  const each = (index: number) => `10.${index >> 8}.${index & 255}.1`;
  expect(await countLetThrough(250, 'link', each)).toBe(250);
  expect(await countLetThrough(250, 'provider', (index) => each(index + 250))).toBe(200);
  expect(await countLetThrough(1, 'link', () => '192.0.2.1')).toBe(1);
});

test('what is recorded of all is 30 a minute', async () => {
  const recorded: boolean[] = [];
  for (let index = 0; index < 40; index += 1)
    recorded.push((await limit.count(`10.0.${index}.1`, 'link')).isRecorded);
  expect(recorded.filter(Boolean)).toHaveLength(30);
});
