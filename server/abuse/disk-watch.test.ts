import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createDiskWatch } from './disk-watch.ts';

test('a disk with less free than it should have is low, and one that does not answer is not', async () => {
  const isLow = createDiskWatch(tmpdir(), Number.POSITIVE_INFINITY);
  expect(isLow()).toBe(false);
  await expect.poll(isLow).toBe(true);
  const hasRoom = createDiskWatch(tmpdir(), 0);
  const isMissing = createDiskWatch('/not there', Number.POSITIVE_INFINITY);
  expect([hasRoom(), isMissing()]).toEqual([false, false]);
  await new Promise((resolve) => setImmediate(resolve));
  expect([hasRoom(), isMissing()]).toEqual([false, false]);
});
