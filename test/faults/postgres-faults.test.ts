import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '#test/postgres.ts';
import { type RunningProgram, startProgram } from '#test/program.ts';
import { type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import { rest, startLoad, submit } from './load.ts';
import { freezeAllProcesses, killWithAllItsProcesses } from './postgres-processes.ts';
import { startPostgresProxy } from './postgres-proxy.ts';
import { createPostgresUnderTest, isLong, isSkipped, type StoreUnderTest } from './stores.ts';

const rounds = isLong ? 20 : 2;
const commitCuts = isLong ? 200 : 12;

describe.skipIf(isSkipped('postgres'))('Postgres in trouble', () => {
  let postgres: RunningPostgres;
  let store: StoreUnderTest;
  let slack: SlackStandIn;
  let server: RunningProgram | undefined;

  beforeAll(async () => {
    postgres = await startPostgres();
  });

  afterAll(() => postgres.stop());

  beforeEach(async () => {
    store = await createPostgresUnderTest(postgres);
    slack = await startSlackStandIn();
  });

  afterEach(async () => {
    server?.kill('SIGKILL');
    await server?.exited;
    await slack.close();
  });

  const start = async (databaseUrl = store.env.DATABASE_URL as string) => {
    server = await startProgram({
      DATABASE_URL: databaseUrl,
      SLACK_WEBHOOK_URL: slack.waitlistUrl,
      SLACK_MIN_INTERVAL_MS: '0',
    });
    return server;
  };

  async function expectAllDelivered(acknowledged: ReadonlySet<string>) {
    const stored = await store.storedIds();
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    await store.endLeasesOlderThan(0);
    await slack.waitForIds(stored, 60_000);
    expect(slack.violations).toEqual([]);
  }

  test(
    `killed -9 with all its processes and restarted ${rounds} times under load, it costs 503 and nothing else`,
    async () => {
      const up = await start();
      const load = startLoad({ chooseUrl: () => up.url, connections: 8, pauseMs: 5 });
      for (let round = 1; round <= rounds; round += 1) {
        const before = load.acknowledged.size;
        await expect.poll(() => load.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(before + 20);
        await killWithAllItsProcesses(postgres);
        const failedBefore = load.statuses.get(503) ?? 0;
        await expect
          .poll(() => load.statuses.get(503) ?? 0, { timeout: 20_000 })
          .toBeGreaterThan(failedBefore);
        await postgres.restart();
      }
      const before = load.acknowledged.size;
      await expect.poll(() => load.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(before + 20);
      load.stop();
      await load.ended;
      expect([...load.statuses.keys()].toSorted()).toEqual([200, 503]);
      expect(up.hasExited()).toBe(false);
      await expectAllDelivered(load.acknowledged);
      process.stderr.write(
        `Postgres kill -9: ${rounds} rounds, ${load.acknowledged.size} acknowledged, 0 lost, ${load.statuses.get(503)} × 503\n`,
      );
    },
    rounds * 30_000 + 60_000,
  );

  test(
    `a connection cut in the middle of a commit, ${commitCuts} times, is no false 200, and the retry stores once`,
    async () => {
      const proxy = await startPostgresProxy(store.env.DATABASE_URL as string);
      try {
        const up = await start(proxy.url);
        const keys = new Map<string, string>();
        let cutOff = 0;
        for (let cut = 0; cut < commitCuts; cut += 1) {
          proxy.queueCommitFaults(cut % 2 === 0 ? 'cut before it' : 'cut after it');
          const idempotencyKey = randomUUID();
          let answer = await submit(up.url, { idempotencyKey });
          // The delivery commits as well: not each cut hits a submission.
          if (answer.status === 503) cutOff += 1;
          for (let tries = 0; answer.status !== 200 && tries < 10; tries += 1) {
            expect(answer.status).toBe(503);
            answer = await submit(up.url, { idempotencyKey });
          }
          expect(answer.status).toBe(200);
          keys.set(idempotencyKey, answer.id as string);
        }
        expect(proxy.faultsMet()).toBe(commitCuts);
        expect(cutOff).toBeGreaterThan(0);
        const stored = await store.storedIds();
        expect(stored).toEqual(new Set(keys.values()));
        await expectAllDelivered(stored);
      } finally {
        server?.kill('SIGKILL');
        await server?.exited;
        await proxy.close();
      }
    },
    commitCuts * 5_000 + 60_000,
  );

  test('with no connection left it answers 503 at once, and goes on by itself once there are some', async () => {
    const admin = new pg.Client(store.env.DATABASE_URL);
    await admin.connect();
    try {
      await admin.query('create role small login superuser');
      await admin.query('alter role small nosuperuser');
      const { rows } = await admin.query<{ name: string }>('select current_database() as name');
      await admin.query(`grant all on database ${rows[0]?.name} to small`);
      await admin.query('grant all on schema public to small');
      const url = new URL(store.env.DATABASE_URL as string);
      url.username = 'small';
      const up = await start(url.href);
      expect((await submit(up.url)).status).toBe(200);

      await admin.query('alter role small connection limit 0');
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'small'`);
      const answers = await Promise.all(Array.from({ length: 64 }, () => submit(up.url)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      expect(answers.every(({ retryAfterS }) => retryAfterS !== null)).toBe(true);

      await admin.query('alter role small connection limit -1');
      await expect.poll(async () => (await submit(up.url)).status, { timeout: 10_000 }).toBe(200);
      await expectAllDelivered(await store.storedIds());
    } finally {
      await admin.end();
    }
  }, 60_000);

  test('stopped with SIGSTOP, it does not keep the server from stopping within the promised ten seconds', async () => {
    const up = await start();
    expect((await submit(up.url)).status).toBe(200);
    const goOn = await freezeAllProcesses(postgres);
    try {
      const unanswered = [submit(up.url), submit(up.url)];
      await rest(200);
      const startedAtMs = performance.now();
      up.kill('SIGTERM');
      await up.exited;
      expect(performance.now() - startedAtMs).toBeLessThan(10_000);
      for (const { status } of await Promise.all(unanswered)) expect(status).not.toBe(200);
    } finally {
      goOn();
    }
  }, 30_000);

  test('while all wait for a lock, each is answered within the form’s patience and none with 200', async () => {
    const up = await start();
    const locker = new pg.Client(store.env.DATABASE_URL);
    await locker.connect();
    try {
      await locker.query('begin');
      await locker.query('lock table submissions in access exclusive mode');
      const startedAtMs = performance.now();
      const answers = await Promise.all(Array.from({ length: 64 }, () => submit(up.url)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      expect(performance.now() - startedAtMs).toBeLessThan(15_000);
      await locker.query('rollback');
      await expect.poll(async () => (await submit(up.url)).status, { timeout: 10_000 }).toBe(200);
    } finally {
      await locker.end();
    }
  }, 60_000);
});
