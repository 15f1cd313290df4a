import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Channel } from '#contract/channels.ts';
import { findPostgres } from '#test/postgres.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { openSharedPostgres, type TestDatabases } from '#test/shared-postgres.ts';
import { openOperatorStore } from './open-operator-store.ts';
import { openStore } from './open-store.ts';
import type { OperatorStore } from './operator-store.ts';
import type { ClaimOptions, Store } from './store.ts';

const dayMs = 86_400_000;
const notice = { channel: 'waitlist', intervalMs: 600_000, minIntervalMs: 1_000 } as const;

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
      operator = await openOperatorStore({ databaseUrl, dataDir: folder });
    });
    afterEach(async () => {
      await Promise.all([store.close(), operator.close()]);
      await rm(folder, { recursive: true });
    });

    const claimDue = (changes: Partial<ClaimOptions> = {}) =>
      store.claimDue({
        channel: 'waitlist',
        minIntervalMs: 0,
        leaseMs: 60_000,
        digestAbove: 1_000,
        maxPerClaim: 10,
        ...changes,
      });
    async function claim(changes: Partial<ClaimOptions> = {}) {
      const answer = await claimDue(changes);
      if (answer.claim === null) throw new Error('Nothing was claimed.');
      return answer.claim;
    }

    /** As if all that is stored had been written by a clock that was so far ahead. */
    async function shiftTimes(ms: number) {
      const statements = [
        `update channels set next_send_at = next_send_at + ${ms}, last_claimed_at = last_claimed_at + ${ms}`,
        `update deliveries set due_at = due_at + ${ms}`,
        `update quarantine_notice set next_at = next_at + ${ms}`,
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

    test('a pause of a day that something asked for lasts a minute at most', async () => {
      await store.accept(newSubmission());
      await store.retryLater(await claim(), { delayMs: dayMs, channelPauseMs: dayMs, reason: 'limited' });
      const { retryInMs } = (await claimDue()) as { retryInMs: number };
      expect(retryInMs).toBeGreaterThan(50_000);
      expect(retryInMs).toBeLessThanOrEqual(60_000);
    });

    test('after a clock that was a day ahead is set right, everything is due at once', async () => {
      for (let count = 0; count < 3; count += 1) await store.accept(newSubmission());
      const limited = await claim();
      await store.retryLater(limited, { delayMs: 60_000, channelPauseMs: 0, reason: 'failed' });
      // By a server that was killed while it sent.
      await claim({ minIntervalMs: 1_000, holdMs: 5_000 });
      await shiftTimes(dayMs);
      const claimed = [];
      for (let answer = await claimDue(); answer.claim !== null; answer = await claimDue()) {
        claimed.push(...answer.claim.submissions.map(({ sequence }) => sequence));
      }
      expect(claimed).toEqual([1, 2, 3]);
    });

    test('and so is the notice about the quarantine', async () => {
      await store.accept(newSubmission({ quarantineReason: 'honeypot' }));
      expect(await store.claimQuarantineNotice(notice)).toMatchObject({ count: 1 });
      expect(await store.claimQuarantineNotice(notice)).toBeNull();
      await shiftTimes(dayMs);
      expect(await store.claimQuarantineNotice(notice)).toMatchObject({ count: 1 });
    });

    test('a clock set back does not undo the pace of the message that is being sent', async () => {
      await store.accept(newSubmission());
      await store.accept(newSubmission());
      const sending = await claim({ minIntervalMs: 20_000 });
      await shiftTimes(dayMs);
      await store.finish({ ...sending, heldUntilMs: sending.heldUntilMs + dayMs });
      const { retryInMs } = (await claimDue()) as { retryInMs: number };
      expect(retryInMs).toBeGreaterThan(15_000);
    });

    test('the operator ends a pause, but not the pace of a message that is being sent', async () => {
      await store.accept(newSubmission());
      const limited = await claim();
      await store.retryLater(limited, { delayMs: 0, channelPauseMs: 60_000, reason: 'limited' });
      expect(await claimDue()).toMatchObject({ claim: null });
      expect(await operator.resumeChannels()).toEqual([
        { channel: 'waitlist', haltedReason: null, pausedMs: expect.toSatisfy((ms) => ms > 50_000) },
      ]);
      const sending = await claim({ minIntervalMs: 30_000 });
      await store.accept(newSubmission());
      expect(await operator.resumeChannels()).toEqual([]);
      expect(await claimDue()).toMatchObject({ claim: null });
      expect(await store.finish(sending)).toBe(1);
    });

    test('no notice about the quarantine takes a place beyond a pause', async () => {
      await store.accept(newSubmission());
      await store.retryLater(await claim(), { delayMs: 0, channelPauseMs: 60_000, reason: 'limited' });
      await store.accept(newSubmission({ quarantineReason: 'honeypot' }));
      expect(await store.claimQuarantineNotice(notice)).toBeNull();
      await operator.resumeChannels();
      expect(await store.claimQuarantineNotice(notice)).toMatchObject({ count: 1 });
    });

    test('of two channels with one webhook, the one that waited longer has the next turn', async () => {
      for (const channel of ['waitlist', 'contact'] as const) await store.rememberWebhook(channel, 'shared');
      for (let count = 0; count < 3; count += 1) await store.accept(newSubmission());
      for (let count = 0; count < 2; count += 1) await store.accept(newSubmission({ kind: 'contact' }));
      const turns: Channel[] = [];
      const takeTurn = async (channels: readonly Channel[]) => {
        for (const channel of channels) {
          const answer = await claimDue({ channel, turnWindowMs: 60_000 });
          if (answer.claim === null) continue;
          turns.push(channel);
          await store.finish(answer.claim);
          return;
        }
      };
      // The waitlist asks first every time.
      for (let count = 0; count < 5; count += 1) await takeTurn(['waitlist', 'contact']);
      expect(turns).toEqual(['waitlist', 'contact', 'waitlist', 'contact', 'waitlist']);
    });

    test('a turn that nobody takes is free after a moment', async () => {
      for (const channel of ['waitlist', 'contact'] as const) await store.rememberWebhook(channel, 'shared');
      for (let count = 0; count < 2; count += 1) await store.accept(newSubmission());
      await store.accept(newSubmission({ kind: 'contact' }));
      await store.finish(await claim());
      const { claim: none, retryInMs } = (await claimDue()) as { claim: null; retryInMs: number };
      expect(none).toBeNull();
      expect(retryInMs).toBeLessThanOrEqual(250);
      await expect.poll(async () => (await claimDue()).claim).not.toBeNull();
    });
  });
});
