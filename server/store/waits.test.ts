import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimOne, claimOptions, connect, finish, retry } from '#test/job-claims.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { openSharedPostgres, type TestDatabases } from '#test/shared-postgres.ts';
import { findPostgres } from '../../scripts/postgres.mjs';
import { openOperatorStore } from './open-operator-store.ts';
import { openStore } from './open-store.ts';
import type { OperatorStore } from './operator-store.ts';
import type { Store } from './store.ts';

const dayMs = 86_400_000;

describe.each(['sqlite', 'postgres'] as const)('how long the store lets a channel wait, on %s', (engine) => {
  const isSkipped = engine === 'postgres' && findPostgres() === null && !process.env['CI'];
  describe.skipIf(isSkipped)('', () => {
    let postgres: TestDatabases | undefined;
    let folder: string;
    let databaseUrl: string | null = null;
    let store: Store;
    let operator: OperatorStore;

    beforeAll(async () => {
      if (engine === 'postgres') postgres = await openSharedPostgres();
    });
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'entree-waits-'));
      databaseUrl = (await postgres?.takeDatabase()) ?? null;
      store = await openStore({ databaseUrl, dataDir: folder });
      await connect(store);
      operator = await openOperatorStore({ databaseUrl, dataDir: folder });
    });
    afterEach(async () => {
      await Promise.all([store.close(), operator.close()]);
      await rm(folder, { recursive: true });
    });

    const claimDue = (changes: Parameters<typeof claimOptions>[0] = {}) =>
      store.claimJobs(claimOptions(changes));
    const claim = (changes: Parameters<typeof claimOptions>[0] = {}) => claimOne(store, changes);

    /** As if all that is stored had been written by a clock that was so far ahead. */
    async function shiftTimes(ms: number) {
      const statements = [
        `update queues set next_send_at = next_send_at + ${ms}`,
        `update jobs set due_at = due_at + ${ms}, due_set_at = due_set_at + ${ms}`,
      ];
      if (databaseUrl === null) {
        const database = new DatabaseSync(join(folder, 'waitlist.db'));
        for (const statement of statements) database.exec(statement);
        database.close();
      } else {
        const client = new pg.Client(databaseUrl);
        await client.connect();
        for (const statement of statements) await client.query(statement);
        await client.end();
      }
    }

    test('a pause of a day that something asked for lasts a quarter of an hour at most', async () => {
      await store.accept(newSubmission());
      await retry(store, await claim(), { delayMs: dayMs, pauseMs: dayMs });
      const { retryInMs } = (await claimDue()) as { retryInMs: number };
      expect(retryInMs).toBeGreaterThan(880_000);
      expect(retryInMs).toBeLessThanOrEqual(900_000);
    });

    test('after a clock that was a day ahead is set right, everything is due at once', async () => {
      for (let count = 0; count < 3; count += 1) await store.accept(newSubmission());
      await retry(store, await claim(), { delayMs: 60_000 });
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
      await store.accept(newSubmission({ quarantineReason: 'honeypot' }));
      expect(await claimDue(notices)).toMatchObject({ claim: null });
      await shiftTimes(-10_000);
      const first = await claim(notices);
      expect(first.jobs).toMatchObject([{ kind: 'notice', count: 1 }]);
      await store.accept(newSubmission({ quarantineReason: 'honeypot' }));
      await finish(store, first);
      expect(await claimDue(notices)).toMatchObject({
        claim: null,
        retryInMs: expect.toSatisfy((ms) => ms > 590_000),
      });
      await shiftTimes(dayMs);
      const second = await claim(notices);
      expect(second.jobs).toMatchObject([{ kind: 'notice', count: 2 }]);
      await finish(store, second);
      expect(await claimDue(notices)).toEqual({ claim: null, retryInMs: null });
    });

    test('a clock set back does not undo the pace of the message that is being sent', async () => {
      await store.accept(newSubmission());
      await store.accept(newSubmission());
      const sending = await claim({ minIntervalMs: 20_000 });
      await shiftTimes(dayMs);
      await finish(store, { ...sending, reservedUntilMs: sending.reservedUntilMs + dayMs });
      const { retryInMs } = (await claimDue()) as { retryInMs: number };
      expect(retryInMs).toBeGreaterThan(15_000);
    });

    test('the operator ends a pause, but not the pace of a message that is being sent', async () => {
      const resume = async () => (await operator.retryJobs({ states: ['parked'] })).resumed;
      await store.accept(newSubmission());
      await retry(store, await claim(), { pauseMs: 60_000 });
      expect(await claimDue()).toMatchObject({ claim: null });
      expect(await resume()).toEqual([
        { channel: 'waitlist', haltedReason: null, pausedMs: expect.toSatisfy((ms) => ms > 50_000) },
      ]);
      const sending = await claim({ minIntervalMs: 30_000 });
      await store.accept(newSubmission());
      expect(await resume()).toEqual([]);
      expect(await claimDue()).toMatchObject({ claim: null });
      expect(await finish(store, sending)).toBe(1);
    });
  });
});
