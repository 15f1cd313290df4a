import { expect, test } from 'vitest';
import { StoreBusyError, StoreRefusedError, StoreUnavailableError } from './errors.ts';
import { createGroupCommit } from './group-commit.ts';

test('items that wait at the same time are committed together, in order', async () => {
  const batches: number[][] = [];
  const group = createGroupCommit<number, string>({
    commit: async (items) => {
      batches.push([...items]);
      return items.map((item) => `stored ${item}`);
    },
    maxBatch: 3,
  });
  const results = await Promise.all([1, 2, 3, 4].map((item) => group.add(item)));
  expect(results).toEqual(['stored 1', 'stored 2', 'stored 3', 'stored 4']);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test('a refused item fails alone', async () => {
  const group = createGroupCommit<number, number>({
    commit: async (items) => {
      if (items.includes(2)) throw new StoreRefusedError('2 is refused');
      return items;
    },
  });
  const results = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('when the engine is unavailable, every item is rejected and none is tried again', async () => {
  let commits = 0;
  const group = createGroupCommit<number, number>({
    commit: async () => {
      commits += 1;
      throw new StoreUnavailableError('disk full');
    },
  });
  const results = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)));
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  expect(commits).toBe(1);
});

test('items in flight count towards the limit until they are committed', async () => {
  const { promise: release, resolve: letCommit } = Promise.withResolvers<void>();
  const { promise: started, resolve: tellStarted } = Promise.withResolvers<void>();
  const group = createGroupCommit<number, number>({
    commit: async (items) => {
      tellStarted();
      await release;
      return items;
    },
    maxQueued: 2,
  });
  const first = [group.add(1), group.add(2)];
  await started;
  await expect(group.add(3)).rejects.toThrow(StoreBusyError);
  letCommit();
  await Promise.all(first);
  await expect(group.add(4)).resolves.toBe(4);
});

test('closing waits for the added items, and rejects later ones', async () => {
  let committed = 0;
  const group = createGroupCommit<number, number>({
    commit: async (items) => {
      await new Promise(setImmediate);
      committed += items.length;
      return items;
    },
    maxBatch: 2,
  });
  const added = Promise.all([1, 2, 3, 4, 5].map((item) => group.add(item)));
  await group.close();
  expect(committed).toBe(5);
  await added;
  await expect(group.add(6)).rejects.toThrow(StoreUnavailableError);
});
