import { expect, test } from 'vitest';
import { createDailyHasher } from './address-hash.ts';

test('a hash stays for as long as the key, and cannot be linked to the next one’s', async () => {
  let now = 0;
  let asked = 0;
  const readKey = async (candidate: string) => {
    asked += 1;
    return { key: candidate, validForMs: 1_000 };
  };
  const readHasher = createDailyHasher(readKey, () => now);
  const hash = async (text: string) => (await readHasher())(text);
  const [first, again] = await Promise.all([hash('203.0.113.7'), hash('203.0.113.7')]);
  expect(again).toBe(first);
  expect(asked).toBe(1);
  expect(await hash('203.0.113.8')).not.toBe(first);
  now = 1_000;
  expect(await hash('203.0.113.7')).not.toBe(first);
  expect(asked).toBe(2);
});

test('while the store does not answer, hashes are still made, and the store is asked again', async () => {
  let now = 0;
  let fails = true;
  const readHasher = createDailyHasher(
    async () => {
      if (fails) throw new Error('gone');
      return { key: 'shared', validForMs: 60_000 };
    },
    () => now,
  );
  const hash = async (text: string) => (await readHasher())(text);
  const alone = await hash('a');
  expect(await hash('a')).toBe(alone);
  fails = false;
  now = 10_000;
  expect(await hash('a')).not.toBe(alone);
});
