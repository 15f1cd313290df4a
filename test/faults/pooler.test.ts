import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { explainNoPgbouncer, type RunningPgbouncer, startPgbouncer } from '#test/pgbouncer.ts';
import { type RunningPostgres, startPostgres } from '#test/postgres.ts';
import { type RunningProgram, startProgram } from '#test/program.ts';
import { type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import { findRepeated } from './channel-checks.ts';
import { startLoad, submit } from './load.ts';
import { createPostgresUnderTest, isLong, isSkipped, type StoreUnderTest } from './stores.ts';

const count = isLong ? 5_000 : 250;
const paceMs = isLong ? 1_000 : 150;
const toleranceMs = isLong ? 250 : 120;

describe.skipIf(isSkipped('postgres'))('behind PgBouncer in transaction mode', () => {
  let postgres: RunningPostgres;
  let store: StoreUnderTest;
  let pgbouncer: RunningPgbouncer | undefined;
  let slack: SlackStandIn;
  let servers: RunningProgram[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
  });

  afterAll(() => postgres.stop());

  beforeEach(async (context) => {
    const reason = explainNoPgbouncer();
    if (reason !== null && process.env['CI'] === undefined) return context.skip(reason);
    slack = await startSlackStandIn({ minIntervalMs: paceMs, paceToleranceMs: toleranceMs });
    store = await createPostgresUnderTest(postgres);
    pgbouncer = await startPgbouncer(store.env['DATABASE_URL'] as string);
  });

  afterEach(async () => {
    for (const server of servers) server.kill('SIGKILL');
    await Promise.all(servers.map(({ exited }) => exited));
    servers = [];
    await pgbouncer?.stop();
    pgbouncer = undefined;
    await slack?.close();
  });

  const start = async (env: Record<string, string> = {}) => {
    const server = await startProgram({
      DATABASE_URL: pgbouncer?.url as string,
      SLACK_WEBHOOK_URL: slack.waitlistUrl,
      SLACK_MIN_INTERVAL_MS: String(paceMs),
      ...env,
    });
    servers.push(server);
    return server;
  };

  test(`two instances that start together take each of ${count} submissions and deliver each once, at one pace`, async () => {
    const both = await Promise.all([start(), start()]);
    let turn = 0;
    const load = startLoad({
      chooseUrl: () => both[turn++ % both.length]?.url ?? null,
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
    const both = await Promise.all([1, 2].map(() => start({ RATE_LIMIT_PER_MINUTE: '6' })));
    // A count may take half a second. On a busy machine the first one, which connects, may take longer.
    for (const { url } of both) await submit(url);
    const statuses: (number | null)[] = [];
    for (let call = 0; call < 10; call += 1)
      statuses.push((await submit(both[call % 2]?.url as string, { address: '192.0.2.7' })).status);
    expect(statuses).toEqual([...Array(6).fill(200), ...Array(4).fill(429)]);
    // An instance that must count alone logs a warning.
    for (const server of both) expect(server.output()).not.toContain('"level"');
  }, 60_000);

  test('its timeouts hold for each transaction, and the sessions of others are left alone', async () => {
    const up = await start();
    const locker = new pg.Client(store.env['DATABASE_URL']);
    await locker.connect();
    await locker.query('begin');
    await locker.query('lock table submissions in access exclusive mode');
    const startedAtMs = performance.now();
    const answers = await Promise.all(Array.from({ length: 16 }, () => submit(up.url)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(performance.now() - startedAtMs).toBeLessThan(15_000);
    // Ended by the server's own lock timeout, not given up on by the client: nothing waits any more.
    const { rows } = await locker.query('select 1 from pg_locks where not granted');
    expect(rows).toEqual([]);
    await locker.query('rollback');
    await locker.end();
    await expect.poll(async () => (await submit(up.url)).status, { timeout: 10_000 }).toBe(200);

    const neighbour = new pg.Client(pgbouncer?.url);
    await neighbour.connect();
    for (const setting of ['statement_timeout', 'lock_timeout', 'enable_bitmapscan', 'synchronous_commit']) {
      const { rows: shown } = await neighbour.query(`select current_setting('${setting}') as value`);
      expect(shown[0]?.value, setting).toBe(setting.includes('timeout') ? '0' : 'on');
    }
    await neighbour.end();
  }, 60_000);
});
