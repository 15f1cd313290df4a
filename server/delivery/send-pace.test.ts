import { expect, test } from 'vitest';
import type { Clock } from './clock.ts';
import { createSendPace } from './send-pace.ts';

/** Time that leaps to the end of every sleep. */
function createLeapingClock(): Clock {
  let nowMs = 0;
  return {
    now: () => nowMs,
    async sleep(ms) {
      nowMs += ms;
    },
  };
}
const never = new AbortController().signal;

test('a turn begins the hold of the last one later', async () => {
  const clock = createLeapingClock();
  const pace = createSendPace(clock);
  await pace.enter(never);
  pace.leave(1_000);
  await pace.enter(never);
  expect(clock.now()).toBe(1_000);
});

test('two that ask for every turn take turns', async () => {
  const pace = createSendPace(createLeapingClock());
  const turns: string[] = [];
  const takeTurns = async (name: string) => {
    for (let count = 0; count < 5; count += 1) {
      await pace.enter(never);
      turns.push(name);
      await Promise.resolve();
      pace.leave(10);
    }
  };
  await Promise.all([takeTurns('a'), takeTurns('b')]);
  expect(turns.join('')).toBe('ababababab');
});

test('whoever gives up waiting leaves the turn to the next', async () => {
  const pace = createSendPace(createLeapingClock());
  await pace.enter(never);
  const impatient = new AbortController();
  const first = pace.enter(impatient.signal);
  const second = pace.enter(never);
  impatient.abort();
  expect(await first).toBe(false);
  pace.leave(0);
  expect(await second).toBe(true);
  expect(await pace.enter(impatient.signal)).toBe(false);
});
