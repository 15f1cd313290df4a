import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAbuseCheck } from '#server/abuse/abuse-check.ts';
import { createDailyHasher } from '#server/abuse/address-hash.ts';
import type { Attempt } from '#server/abuse/count-keys.ts';
import { createLimits, floodedAbove } from '#server/abuse/limits.ts';
import { type CounterLogger, createPostgresCounter } from '#server/abuse/postgres-counter.ts';
import { createOutbox } from '#server/outbox/outbox.ts';
import { createWebhookSender } from '#server/slack/slack-senders.ts';
import { openStore } from '#server/store/open-store.ts';
import { startPostgres } from '#test/postgres.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { openSharedPostgres, type TestDatabases } from '#test/shared-postgres.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';
import { findPostgres } from '../../scripts/postgres.mjs';

const hasPostgres = findPostgres() !== null || process.env['CI'] !== undefined;
const quarantined = () => newSubmission({ quarantineReason: 'honeypot' });

let postgres: TestDatabases | undefined;
beforeAll(async () => {
  if (hasPostgres) postgres = await openSharedPostgres();
});

describeOnEachEngine('two instances', (fixture) => {
  test('hash an address alike', async () => {
    const [one, two] = [fixture.store, await fixture.open()];
    const readHashers = [one, two].map((store) =>
      createDailyHasher((candidate) => store.addressKey(candidate)),
    );
    const [first, second] = await Promise.all(
      readHashers.map(async (readHasher) => (await readHasher())('203.0.113.7')),
    );
    expect(first).toBe(second);
    const { key, validForMs } = await one.addressKey('another');
    expect(key).not.toBe('another');
    expect(validForMs).toBeGreaterThan(0);
    expect(validForMs).toBeLessThanOrEqual(86_400_000);
  });

  test('send one line about the quarantine to the channel, with the command and no personal data', async () => {
    const slack = await startSlackStandIn();
    const [one, two] = [fixture.store, await fixture.open()];
    const loops = [one, two].map((store) =>
      createOutbox({
        store,
        senders: [
          createWebhookSender({
            compose: { timeZone: 'UTC' },
            webhookUrl: slack.waitlistUrl,
            channels: ['notices', 'waitlist'],
            minIntervalMs: 0,
          }),
        ],
        logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
      }),
    );
    try {
      for (const loop of loops) await loop.start();
      await Promise.all(Array.from({ length: 40 }, () => one.accept(quarantined())));
      for (const loop of loops) loop.wake();
      await expect.poll(() => slack.messages.length, { timeout: 10_000 }).toBe(1);
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

describe.skipIf(!hasPostgres)('shared limits', () => {
  const perMinute = 10;
  const openCheck = (databaseUrl: string, logger: CounterLogger, answerWithinMs?: number) => {
    const counter = createPostgresCounter(databaseUrl, logger, answerWithinMs);
    const check = createAbuseCheck({
      limits: createLimits(perMinute),
      counter,
      readHasher: async () => (text) => text.replaceAll(/\W/g, '-'),
    });
    return { counter, check };
  };
  const attemptFrom = (address: string, number: number): Attempt => ({
    address,
    kind: 'creator',
    email: `${number}@example.com`,
    bytes: 500,
    honeypotFilled: false,
    content: null,
  });

  test('three instances at once let through exactly what one would', async () => {
    const databaseUrl = await (postgres as TestDatabases).takeDatabase();
    const logger = { warn: () => expect.unreachable() };
    // On a busy machine no instance is to count alone.
    const instances = Array.from({ length: 3 }, () => openCheck(databaseUrl, logger, 30_000));
    const send = async (attempts: readonly Attempt[]) =>
      Promise.all(
        attempts.map((attempt, index) => (instances[index % 3] as (typeof instances)[number]).check(attempt)),
      );
    try {
      const fromOne = await send(Array.from({ length: 60 }, (_, index) => attemptFrom('192.0.2.7', index)));
      expect(fromOne.filter(({ retryAfterS }) => retryAfterS === null)).toHaveLength(perMinute);
      const belowFlood = floodedAbove - perMinute;
      await send(
        Array.from({ length: belowFlood }, (_, index) =>
          attemptFrom(`10.${2 + (index >> 8)}.${index & 255}.1`, 10_000 + index),
        ),
      );
      // Three each from as many networks, now that the site counts as flooded.
      const flood = await send(
        Array.from({ length: 300 }, (_, index) => attemptFrom(`10.1.${index % 100}.1`, 1_000 + index)),
      );
      expect(flood.filter(({ quarantineReason }) => quarantineReason === null)).toHaveLength(100 * 2);
    } finally {
      await Promise.all(instances.map(({ counter }) => counter.close()));
    }
  });

  test('an instance that stops while it counts delays the others for less than a second', async () => {
    const databaseUrl = await (postgres as TestDatabases).takeDatabase();
    const stopped = new pg.Client(databaseUrl);
    stopped.on('error', () => undefined);
    await stopped.connect();
    await stopped.query('begin; lock table limit_counts');
    const { check, counter } = openCheck(databaseUrl, { warn: () => undefined });
    try {
      const startedAtMs = performance.now();
      expect(await check(attemptFrom('192.0.2.7', 1))).toMatchObject({ retryAfterS: null });
      expect(performance.now() - startedAtMs).toBeLessThan(1_000);
    } finally {
      await stopped.end();
      await counter.close();
    }
  });

  test('a database that goes away costs nobody a submission: each instance then counts alone', async () => {
    const own = await startPostgres();
    const warned: string[] = [];
    const logger = { warn: (_details: object, message: string) => void warned.push(message) };
    const databaseUrl = await own.createDatabase();
    await (await openStore({ databaseUrl, dataDir: '' })).close();
    const instances = [openCheck(databaseUrl, logger), openCheck(databaseUrl, logger)];
    try {
      const countTaken = async () => {
        const verdicts = await Promise.all(
          Array.from({ length: 30 }, (_, index) =>
            (instances[index % 2] as (typeof instances)[number]).check(attemptFrom('192.0.2.7', index)),
          ),
        );
        return verdicts.filter(({ retryAfterS }) => retryAfterS === null).length;
      };
      expect(await countTaken()).toBe(perMinute);
      await own.kill();
      expect(await countTaken()).toBe(2 * perMinute);
      expect(warned.length).toBeGreaterThan(0);
      expect(warned.length).toBeLessThanOrEqual(2);
    } finally {
      await Promise.all(instances.map(({ counter }) => counter.close()));
      await own.stop();
    }
  });
});
