import { expect, test } from 'vitest';
import { claimOne, claimOptions, finish, readChannel, retry } from '#test/job-claims.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine, runStatements } from '#test/store-fixture.ts';

const dayMs = 86_400_000;

describeOnEachEngine('how long the store lets a channel wait', (fixture) => {
  const claimDue = (changes: Parameters<typeof claimOptions>[0] = {}) =>
    fixture.store.claimJobs(claimOptions(changes));
  const claim = (changes: Parameters<typeof claimOptions>[0] = {}) => claimOne(fixture.store, changes);

  /** As if all that is stored had been written by a clock that was so far ahead. */
  const shiftTimes = (ms: number) =>
    runStatements(
      fixture,
      `update queues set next_send_at = next_send_at + ${ms}`,
      `update jobs set due_at = due_at + ${ms}, due_set_at = due_set_at + ${ms}`,
    );

  test('a pause of a day that something asked for lasts a quarter of an hour at most', async () => {
    await fixture.store.accept(newSubmission());
    await retry(fixture.store, await claim(), { delayMs: dayMs, pauseMs: dayMs });
    const { retryInMs } = (await claimDue()) as { retryInMs: number };
    expect(retryInMs).toBeGreaterThan(880_000);
    expect(retryInMs).toBeLessThanOrEqual(900_000);
  });

  // The clock of Postgres cannot be set.
  if (fixture.engine === 'sqlite')
    test.each([
      [-1, null],
      [0, 900_000],
      [899_999, 1],
      [900_000, null],
    ])(
      '%i ms after the longest pause began it lasts for %i ms more; a longer one is of a wrong clock',
      async (afterMs, retryInMs) => {
        let nowMs = 1_000_000_000;
        const store = await fixture.open({ now: () => nowMs });
        for (const _ of [1, 2]) await store.accept(newSubmission());
        nowMs += 10;
        await retry(store, await claimOne(store), { delayMs: dayMs, pauseMs: dayMs });
        nowMs += afterMs;
        const answer = await store.claimJobs(claimOptions());
        if (retryInMs === null) expect(answer.claim).not.toBeNull();
        else expect(answer).toEqual({ claim: null, retryInMs });
      },
    );

  test('what has waited longest is said to have waited since it was queued, and never for less than no time', async () => {
    const hourMs = 3_600_000;
    const readAgeMs = async () => (await readChannel(fixture.store))?.oldestWaitingAgeMs;
    await fixture.store.accept(newSubmission());
    await runStatements(fixture, `update jobs set queued_at = queued_at - ${hourMs}`);
    await fixture.store.accept(newSubmission());
    expect(await readAgeMs()).toSatisfy((ms) => ms >= hourMs && ms < hourMs + 60_000);
    await runStatements(fixture, `update jobs set queued_at = queued_at + ${2 * hourMs}`);
    expect(await readAgeMs()).toBe(0);
  });

  test('after a clock that was a day ahead is set right, everything is due at once', async () => {
    for (let count = 0; count < 3; count += 1) await fixture.store.accept(newSubmission());
    await retry(fixture.store, await claim(), { delayMs: 60_000 });
    // By a server that was killed while it sent.
    await claim({ minIntervalMs: 1_000 });
    await shiftTimes(dayMs);
    const claimed = [];
    for (let answer = await claimDue(); answer.claim !== null; answer = await claimDue()) {
      claimed.push(...answer.claim.jobs.map(({ sequence }) => sequence));
    }
    expect(claimed).toEqual([1, 2, 3]);
  });

  test('and so is the notice about the quarantine, of which there is one in ten minutes', async () => {
    const notices = { channel: 'notices' } as const;
    await fixture.store.accept(newSubmission({ quarantineReason: 'honeypot' }));
    expect(await claimDue(notices)).toMatchObject({ claim: null });
    await shiftTimes(-10_000);
    const first = await claim(notices);
    expect(first.jobs).toMatchObject([{ kind: 'notice', count: 1, overload: 0 }]);
    await fixture.store.accept(newSubmission({ quarantineReason: 'overload' }));
    await finish(fixture.store, first);
    expect(await claimDue(notices)).toMatchObject({
      claim: null,
      retryInMs: expect.toSatisfy((ms) => ms > 590_000),
    });
    await shiftTimes(dayMs);
    const second = await claim(notices);
    expect(second.jobs).toMatchObject([{ kind: 'notice', count: 2, overload: 1 }]);
    await finish(fixture.store, second);
    expect(await claimDue(notices)).toEqual({ claim: null, retryInMs: null });
  });

  test('a notice is not sent when nothing is quarantined any more', async () => {
    const { id } = await fixture.store.accept(newSubmission({ quarantineReason: 'honeypot' }));
    await fixture.store.release({ ids: [id] });
    await runStatements(fixture, 'update jobs set due_at = 0');
    const notices = { channel: 'notices' } as const;
    expect(await claimDue(notices)).toMatchObject({ claim: null });
    expect(await claimDue(notices)).toEqual({ claim: null, retryInMs: null });
  });

  test('a notice goes 3 seconds after the first that was quarantined, and not within 10 minutes after the notice before', async () => {
    const notices = { channel: 'notices' } as const;
    const quarantine = () => fixture.store.accept(newSubmission({ quarantineReason: 'honeypot' }));
    const dueAfterMs = async (column: 'queued_at' | 'delivered_at') => {
      const [notice] = await runOnStore(
        fixture,
        `select due_at - ${column} as ms from jobs where id = 'notice'`,
      );
      return Number(notice?.['ms']);
    };
    const send = async () => {
      await runStatements(fixture, 'update jobs set due_at = 0');
      await finish(fixture.store, await claim(notices));
    };
    await quarantine();
    expect(await dueAfterMs('queued_at')).toBe(3_000);
    await send();
    await quarantine();
    expect(await dueAfterMs('delivered_at')).toBe(600_000);
    await send();
    await runStatements(fixture, 'update jobs set delivered_at = delivered_at - 600000');
    await quarantine();
    expect(await dueAfterMs('queued_at')).toBe(3_000);
  });

  test('a clock set back does not undo the pace of the message that is being sent', async () => {
    await fixture.store.accept(newSubmission());
    await fixture.store.accept(newSubmission());
    const sending = await claim({ minIntervalMs: 20_000 });
    await shiftTimes(dayMs);
    await finish(fixture.store, { ...sending, reservedUntilMs: sending.reservedUntilMs + dayMs });
    const { retryInMs } = (await claimDue()) as { retryInMs: number };
    expect(retryInMs).toBeGreaterThan(15_000);
  });

  test('the operator ends a pause, but not the pace of a message that is being sent', async () => {
    const operator = await fixture.openOperator();
    const resume = async () => (await operator.retryJobs({ states: ['parked'] })).resumed;
    await fixture.store.accept(newSubmission());
    await retry(fixture.store, await claim(), { pauseMs: 60_000 });
    expect(await claimDue()).toMatchObject({ claim: null });
    expect(await resume()).toEqual([
      {
        channel: 'waitlist',
        haltedReason: null,
        pausedMs: expect.toSatisfy((ms) => ms > 50_000 && ms <= 60_000),
      },
    ]);
    const sending = await claim({ minIntervalMs: 30_000 });
    await fixture.store.accept(newSubmission());
    expect(await resume()).toEqual([]);
    expect(await claimDue()).toMatchObject({ claim: null });
    expect(await finish(fixture.store, sending)).toBe(1);
  });
});
