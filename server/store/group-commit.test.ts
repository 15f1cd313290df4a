import { expect, test } from 'vitest';
import { StoreUnavailableError } from './errors.ts';
import { createGroupCommit } from './group-commit.ts';

/** Adds these at once to a store that cannot take any transaction with one of `refused`. */
async function addAll(items: readonly number[], refused: (item: number) => boolean) {
  const tried: number[][] = [];
  const groupCommit = createGroupCommit(async (batch: readonly number[]) => {
    tried.push([...batch]);
    if (batch.some(refused)) throw new StoreUnavailableError('canceling statement due to statement timeout');
    return batch;
  }, 100);
  const answers = await Promise.allSettled(items.map((item) => groupCommit.add(item)));
  return { tried, statuses: answers.map(({ status }) => status) };
}

test('one submission that the store cannot take costs nobody else theirs', async () => {
  const { statuses } = await addAll([1, 2, 3, 4], (item) => item === 1);
  expect(statuses).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
});

test('a store that takes nothing is not asked again for each of many', async () => {
  const { tried, statuses } = await addAll(
    Array.from({ length: 50 }, (_, index) => index),
    () => true,
  );
  expect(new Set(statuses)).toEqual(new Set(['rejected']));
  expect(tried.length).toBe(3);
});
