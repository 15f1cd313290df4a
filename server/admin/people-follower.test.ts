import { expect, onTestFinished, test, vi } from 'vitest';
import type { Followed } from '#server/store/people.ts';
import { createPeopleFollower } from './people-follower.ts';

/** A follower of a store that answers these passes, one after the other. */
function follow(passes: readonly Omit<Followed, 'barrier'>[]) {
  let count = 0;
  const follower = createPeopleFollower({
    onFailure: () => expect.unreachable(),
    store: {
      async followPeople() {
        await Promise.resolve();
        const pass = passes[count++];
        if (pass === undefined) throw new Error('One pass too many.');
        return { barrier: null, ...pass };
      },
    },
  });
  return { follower, passes: () => count };
}

test('readers at the same time all wait for the same pass', async () => {
  const { follower, passes } = follow([{ moved: 3, position: 3, newest: 3 }]);
  const answers = await Promise.all([follower.catchUp(), follower.catchUp()]);
  expect(answers).toMatchObject([{ position: 3 }, { position: 3 }]);
  expect(passes()).toBe(1);
});

test('who applied after the calls of one view is in the next one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { follower, passes } = follow([
    { moved: 3, position: 3, newest: 3 },
    { moved: 1, position: 4, newest: 4 },
  ]);
  await follower.catchUp();
  vi.advanceTimersByTime(20);
  expect(await follower.catchUp(), 'a call of the same view').toMatchObject({ position: 3 });
  expect(passes()).toBe(1);
  vi.advanceTimersByTime(20);
  expect(await follower.catchUp()).toMatchObject({ position: 4 });
});

test('a read goes on where a pass ended at what an earlier one had seen', async () => {
  const { follower } = follow([
    { moved: 1, position: 1, newest: 3 },
    { moved: 2, position: 3, newest: 3 },
  ]);
  expect(await follower.catchUp()).toMatchObject({ position: 3 });
});

test('a read behind many submissions, or an open transaction, does not wait for all', async () => {
  const far = follow([{ moved: 50, position: 50, newest: 9_000 }]);
  expect(await far.follower.catchUp()).toMatchObject({ position: 50 });
  const open = follow(Array.from({ length: 3 }, () => ({ moved: 0, position: 0, newest: 1 })));
  expect(await open.follower.catchUp()).toMatchObject({ position: 0 });
});

test('while many arrive, a pass is short and the rest after it long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const passes: { limit: number; atMs: number }[] = [];
  const follower = createPeopleFollower({
    onFailure: () => expect.unreachable(),
    store: {
      async followPeople({ limit }) {
        passes.push({ limit, atMs: performance.now() });
        await new Promise((resolve) => setTimeout(resolve, 40));
        // After the first pass many arrive, and then none any more.
        return { barrier: null, moved: limit, position: 0, newest: passes.length === 1 ? 1_000 : 3_000 };
      },
    },
  });
  follower.start();
  await vi.advanceTimersByTimeAsync(3_500);
  await Promise.all([follower.stop(), vi.advanceTimersByTimeAsync(100)]);
  const short = passes.findIndex(({ limit }) => limit === 25);
  const [before, during, after] = passes.slice(short - 1);
  expect([before?.limit, during?.limit, after?.limit]).toEqual([100, 25, 100]);
  expect(during && before && during.atMs - before.atMs).toBe(40 + 40 * 50);
  expect(after && during && after.atMs - during.atMs).toBe(40 + 40);
});

test.for([
  { name: 'a read waits for one short pass', perPass: 100, waitsFor: [25] },
  { name: 'a read of a list that is far behind waits for none', perPass: 1_000, waitsFor: [] },
])('while many arrive, $name', async ({ perPass, waitsFor }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const limits: number[] = [];
  const follower = createPeopleFollower({
    onFailure: () => expect.unreachable(),
    store: {
      async followPeople({ limit }) {
        limits.push(limit);
        await new Promise((resolve) => setTimeout(resolve, 40));
        // As on Postgres: less than was asked for, because an earlier pass saw no more.
        return { barrier: null, moved: 1, position: 0, newest: limits.length * perPass };
      },
    },
  });
  follower.start();
  await vi.advanceTimersByTimeAsync(1_000);
  const before = limits.length;
  const read = follower.catchUp();
  await vi.advanceTimersByTimeAsync(100);
  expect(await read).toMatchObject({ moved: 1 });
  expect(limits.slice(before)).toEqual(waitsFor);
  await Promise.all([follower.stop(), vi.advanceTimersByTimeAsync(100)]);
});
