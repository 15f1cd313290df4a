import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { explainNoPgbouncer, startPgbouncer } from '#test/pgbouncer.ts';
import { type RunningPostgres, startPostgres } from '#test/postgres.ts';
import { startProgram } from '#test/program.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';
import { findRepeated } from './channel-checks.ts';
import { startLoad, submit } from './load.ts';
import { expectRefusalsWhileLocked } from './locked-table.ts';
import { createPostgresUnderTest, isLong, isSkipped } from './stores.ts';

const count = isLong ? 5_000 : 250;
const paceMs = isLong ? 1_000 : 150;
const toleranceMs = isLong ? 250 : 120;

describe.skipIf(isSkipped('postgres'))('behind PgBouncer in transaction mode', () => {
  let postgres: RunningPostgres;

  beforeAll(async () => {
    postgres = await startPostgres();
  });

  afterAll(() => postgres.stop());

  beforeEach((context) => {
    const reason = explainNoPgbouncer();
    if (reason !== null && process.env['CI'] === undefined) context.skip(reason);
  });

  /** What the servers of a test are between; all end with its scope. */
  async function setUp() {
    const opened = new AsyncDisposableStack();
    const slack = opened.use(
      await startSlackStandIn({ minIntervalMs: paceMs, paceToleranceMs: toleranceMs }),
    );
    const store = opened.use(await createPostgresUnderTest(postgres));
    const pgbouncer = opened.use(await startPgbouncer(store.env['DATABASE_URL'] as string));
    const start = async (env: Record<string, string> = {}) =>
      opened.use(
        await startProgram({
          DATABASE_URL: pgbouncer.url,
          SLACK_WEBHOOK_URL: slack.waitlistUrl,
          SLACK_MIN_INTERVAL_MS: String(paceMs),
          ...env,
        }),
      );
    return { slack, store, pgbouncer, start, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  }

  test(`two instances that start together take each of ${count} submissions and deliver each once, at one pace`, async () => {
    await using on = await setUp();
    const { slack, store, start } = on;
    const both = await Promise.all([start(), start()]);
    const load = startLoad({
      urls: () => both.map(({ url }) => url),
      connections: 32,
      count,
    });
    await load.ended;
    expect(Object.fromEntries(load.statuses)).toEqual({ 200: count });
    expect(await store.storedIds()).toEqual(load.acknowledged);
    await slack.waitForIds(load.acknowledged, isLong ? 900_000 : 60_000);
    expect(findRepeated(slack).size).toBe(0);
    expect(slack.violations).toEqual([]);
    process.stderr.write(
      `PgBouncer: ${count} accepted by two instances, ${slack.messages.length} messages\n`,
    );
  }, 1_200_000);

  test('the limits of two instances count together', async () => {
    await using on = await setUp();
    const both = await Promise.all([1, 2].map(() => on.start({ RATE_LIMIT_PER_MINUTE: '6' })));
    const store = new pg.Client(on.store.env['DATABASE_URL'] as string);
    await store.connect();
    const countShared = async () =>
      (await store.query('select coalesce(sum(count), 0)::int as all from limit_counts')).rows[0].all;
    // A count may take half a second. On a busy machine the first one, which connects, may take longer, and the
    // instance counts alone for some seconds.
    for (const [index, { url }] of both.entries())
      await expect
        .poll(
          async () => {
            const before = await countShared();
            await submit(url, { address: `198.51.100.${index}` });
            return (await countShared()) > before;
          },
          { interval: 3_000 },
        )
        .toBe(true);
    /** What one of them took while it counted alone is left out. */
    let taken = 0;
    const refused = [0, 0];
    for (let call = 0; Math.min(...refused) < 2; call += 1) {
      const index = call % 2;
      const before = await countShared();
      const { status } = await submit(both[index]?.url as string, { address: '192.0.2.7' });
      if (status === 429) refused[index] = (refused[index] ?? 0) + 1;
      else if ((await countShared()) > before) taken += 1;
    }
    expect(taken).toBe(6);
    await store.end();
  });

  test('its timeouts hold for each transaction, and the sessions of others are left alone', async () => {
    await using on = await setUp();
    await expectRefusalsWhileLocked(on.store.env['DATABASE_URL'] as string, await on.start());

    const neighbour = new pg.Client(on.pgbouncer.url);
    await neighbour.connect();
    for (const setting of ['statement_timeout', 'lock_timeout', 'enable_bitmapscan', 'synchronous_commit']) {
      const { rows: shown } = await neighbour.query(`select current_setting('${setting}') as value`);
      expect(shown[0]?.value, setting).toBe(setting.includes('timeout') ? '0' : 'on');
    }
    await neighbour.end();
  });
});
