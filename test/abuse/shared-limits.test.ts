import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createAbuseCheck } from '#server/abuse/abuse-check.ts';
import { createDailyHasher } from '#server/abuse/address-hash.ts';
import type { Attempt } from '#server/abuse/count-keys.ts';
import { createLimits, floodedAbove } from '#server/abuse/limits.ts';
import { type CounterLogger, createPostgresCounter } from '#server/abuse/postgres-counter.ts';
import { createOutbox } from '#server/outbox/outbox.ts';
import { createWebhookSender } from '#server/slack/slack-senders.ts';
import { openStore } from '#server/store/open-store.ts';
import { isSkipped } from '#test/faults/stores.ts';
import { startPostgres } from '#test/postgres.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { openSharedPostgres, type TestDatabases } from '#test/shared-postgres.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';

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
    await using slack = await startSlackStandIn();
    const [one, two] = [fixture.store, await fixture.open()];
    const createSender = () =>
      createWebhookSender({
        compose: { timeZone: 'UTC' },
        webhookUrl: slack.waitlistUrl,
        channels: ['notices', 'waitlist'],
        minIntervalMs: 0,
      });
    const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const loops = [one, two].map((store) => createOutbox({ store, senders: [createSender()], logger }));
    try {
      for (const loop of loops) await loop.start();
      const accept = () => one.accept(newSubmission({ quarantineReason: 'honeypot' }));
      await Promise.all(Array.from({ length: 40 }, accept));
      for (const loop of loops) loop.wake();
      await expect.poll(() => slack.messages.length).toBe(1);
      expect(slack.messages[0]?.text).toContain('npm run waitlist -- held --state quarantined');
      expect(slack.messages[0]?.raw).not.toMatch(/ada/i);
    } finally {
      await Promise.all(loops.map((loop) => loop.stop()));
    }
    expect(slack.messages).toHaveLength(1);
    expect(slack.violations).toEqual([]);
  });
});

describe.skipIf(isSkipped('postgres'))('shared limits', () => {
  const perMinute = 10;
  let postgres: TestDatabases;
  beforeAll(async () => {
    postgres = await openSharedPostgres();
  });

  /** An instance's own count, closed when the test ends. */
  const openCheck = (databaseUrl: string, logger: CounterLogger, answerWithinMs?: number) => {
    const counter = createPostgresCounter(databaseUrl, logger, answerWithinMs);
    onTestFinished(() => counter.close());
    return createAbuseCheck({
      limits: createLimits(perMinute),
      counter,
      readHasher: async () => (text) => text.replaceAll(/\W/g, '-'),
    });
  };
  const attemptFrom = (address: string, number: number): Attempt => ({
    address,
    kind: 'creator',
    email: `${number}@example.com`,
    bytes: 500,
    honeypotFilled: false,
    content: null,
  });
  /** So many attempts, by the instances in turn. */
  const send = (
    checks: readonly ReturnType<typeof openCheck>[],
    count: number,
    attempt: (index: number) => Attempt,
  ) =>
    Promise.all(Array.from({ length: count }, (_, index) => checks[index % checks.length]?.(attempt(index))));
  type Verdicts = Awaited<ReturnType<typeof send>>;
  const countTaken = (verdicts: Verdicts) =>
    verdicts.filter((verdict) => verdict?.retryAfterS === null).length;

  test('three instances at once let through exactly what one would', async () => {
    const databaseUrl = await postgres.takeDatabase();
    const logger = { warn: () => expect.unreachable() };
    // On a busy machine no instance is to count alone.
    const checks = Array.from({ length: 3 }, () => openCheck(databaseUrl, logger, 30_000));
    expect(countTaken(await send(checks, 60, (index) => attemptFrom('192.0.2.7', index)))).toBe(perMinute);
    await send(checks, floodedAbove - perMinute, (index) =>
      attemptFrom(`10.${2 + (index >> 8)}.${index & 255}.1`, 10_000 + index),
    );
    // Three each from as many networks, now that the site counts as flooded.
    const flood = await send(checks, 300, (index) => attemptFrom(`10.1.${index % 100}.1`, 1_000 + index));
    expect(flood.filter((verdict) => verdict?.quarantineReason === null)).toHaveLength(100 * 2);
  });

  test('an instance that stops while it counts delays the others for less than a second', async () => {
    const databaseUrl = await postgres.takeDatabase();
    const stopped = new pg.Client(databaseUrl);
    stopped.on('error', () => undefined);
    await stopped.connect();
    onTestFinished(() => stopped.end());
    const check = openCheck(databaseUrl, { warn: () => undefined });
    // Connected before, because that may take as long on a busy machine.
    await check(attemptFrom('192.0.2.7', 1));
    await stopped.query('begin; lock table limit_counts');
    // A timer of this process instead of a time that was measured: what delays the one delays the other.
    const isLate = wait(1_000, null, { ref: false });
    expect(await Promise.race([check(attemptFrom('192.0.2.7', 2)), isLate])).toMatchObject({
      retryAfterS: null,
    });
  });

  test('a database that goes away costs nobody a submission: each instance then counts alone', async () => {
    await using own = await startPostgres();
    const warned: string[] = [];
    const logger = { warn: (_details: object, message: string) => void warned.push(message) };
    const databaseUrl = await own.createDatabase();
    await (await openStore({ databaseUrl, dataDir: '' })).close();
    // It ends with its connections: what is slow on a busy machine is waited for.
    const checks = [1, 2].map(() => openCheck(databaseUrl, logger, 30_000));
    const sendThirty = () => send(checks, 30, (index) => attemptFrom('192.0.2.7', index));
    expect(countTaken(await sendThirty())).toBe(perMinute);
    await own.kill();
    expect(countTaken(await sendThirty())).toBe(2 * perMinute);
    expect(warned.length).toBeGreaterThan(0);
    expect(warned.length).toBeLessThanOrEqual(2);
  });
});
