import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDailyHash } from '#server/abuse/address-hash.ts';
import { createPostgresCounters } from '#server/abuse/rate-counters.ts';
import { createQuarantineNotice } from '#server/delivery/quarantine-notice.ts';
import { composeQuarantineNotice } from '#server/slack/compose-quarantine-notice.ts';
import { createSlackSender } from '#server/slack/send-message.ts';
import { openStore } from '#server/store/open-store.ts';
import type { Store } from '#server/store/store.ts';
import { findPostgres, type RunningPostgres, startPostgres } from '#test/postgres.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';

const hasPostgres = findPostgres() !== null || process.env['CI'] !== undefined;
const engines = ['sqlite', ...(hasPostgres ? ['postgres'] : [])] as const;
const notice = { channel: 'waitlist', intervalMs: 600_000, minIntervalMs: 0 } as const;
const held = () => newSubmission({ quarantineReason: 'trap' });

let postgres: RunningPostgres | undefined;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

for (const engine of engines) {
  describe(`two instances on ${engine}`, () => {
    let folder: string;
    let one: Store;
    let two: Store;
    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'entree-abuse-'));
      const databaseUrl = engine === 'postgres' ? await (postgres as RunningPostgres).createDatabase() : null;
      one = await openStore({ databaseUrl, dataDir: folder });
      two = await openStore({ databaseUrl, dataDir: folder });
    });
    afterEach(async () => {
      await Promise.all([one.close(), two.close()]);
      await rm(folder, { recursive: true });
    });

    test('hash an address alike', async () => {
      const hashes = [one, two].map((store) => createDailyHash((candidate) => store.addressKey(candidate)));
      const [first, second] = await Promise.all(hashes.map((hash) => hash('203.0.113.7')));
      expect(first).toBe(second);
      const { key, validForMs } = await one.addressKey('another');
      expect(key).not.toBe('another');
      expect(validForMs).toBeGreaterThan(0);
      expect(validForMs).toBeLessThanOrEqual(86_400_000);
    });

    test('send one quarantine notice an interval between them, and another only for new submissions', async () => {
      expect(await one.claimQuarantineNotice(notice)).toBeNull();
      await one.accept(held());
      await two.accept(held());
      const claims = await Promise.all([
        one.claimQuarantineNotice(notice),
        two.claimQuarantineNotice(notice),
      ]);
      const claimed = claims.filter((claim) => claim !== null);
      expect(claimed).toMatchObject([{ held: 2 }]);
      const eager = { ...notice, intervalMs: 0 };

      await one.confirmQuarantineNotice(claimed[0]?.sequence ?? 0);
      await one.accept(held());
      expect(await two.claimQuarantineNotice(notice)).toBeNull();
      expect(await two.claimQuarantineNotice(eager)).toBeNull();
    });

    test('repeat a notice that did not arrive, and send none twice', async () => {
      const eager = { ...notice, intervalMs: 0 };
      await one.accept(held());
      const first = await one.claimQuarantineNotice(eager);
      expect(await two.claimQuarantineNotice(eager)).toMatchObject({ held: 1 });
      await two.confirmQuarantineNotice(first?.sequence ?? 0);
      expect(await one.claimQuarantineNotice(eager)).toBeNull();
      await one.accept(held());
      expect(await one.claimQuarantineNotice(eager)).toMatchObject({ held: 2 });
    });

    test('send one line to the channel, with the command and no personal data', async () => {
      const slack = await startSlackStandIn();
      const send = createSlackSender({ webhookUrl: slack.waitlistUrl });
      const loops = [one, two].map((store) =>
        createQuarantineNotice({
          store,
          channel: 'waitlist',
          minIntervalMs: 0,
          send: (count, signal) => send(composeQuarantineNotice(count), signal),
          logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
          collectMs: 0,
        }),
      );
      try {
        for (const loop of loops) loop.start();
        await Promise.all(Array.from({ length: 40 }, () => one.accept(held())));
        for (const loop of loops) loop.wake();
        await expect.poll(() => slack.messages.length).toBe(1);
        expect(slack.messages[0]?.text).toContain('npm run waitlist -- list --state quarantined');
        expect(slack.messages[0]?.raw).not.toMatch(/ada/i);
      } finally {
        await Promise.all(loops.map((loop) => loop.stop()));
      }
      expect(slack.messages).toHaveLength(1);
      expect(slack.violations).toEqual([]);
      await slack.close();
    });
  });
}

describe.skipIf(!hasPostgres)('shared limits', () => {
  const rule = { name: 'address', points: 3, windowS: 60 };

  test('two instances count together, and a database that goes away costs nobody a submission', async () => {
    const own = await startPostgres();
    const databaseUrl = await own.createDatabase();
    const store = await openStore({ databaseUrl, dataDir: '' });
    await store.close();
    const warned: string[] = [];
    const logger = { warn: (_details: object, message: string) => void warned.push(message) };
    const instances = [
      createPostgresCounters(databaseUrl, logger),
      createPostgresCounters(databaseUrl, logger),
    ];
    try {
      const counters = instances.map((instance) => instance.counter(rule));
      const consumed: number[] = [];
      for (const count of [...counters, ...counters]) consumed.push((await count('key')).consumed);
      expect(consumed).toEqual([1, 2, 3, 4]);

      await own.kill();
      const [count] = counters as [(typeof counters)[number]];
      expect((await count('key')).consumed).toBe(1);
      expect((await count('key')).consumed).toBe(2);
      expect(warned.length).toBeGreaterThan(0);
      expect(warned.length).toBeLessThanOrEqual(2);
    } finally {
      await Promise.all(instances.map((instance) => instance.close()));
      await own.stop();
    }
  });
});
