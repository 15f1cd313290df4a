import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningPostgres, runOn, startPostgres } from '#test/postgres.ts';
import { startProgram } from '#test/program.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';
import { rest, startLoad, submit } from './load.ts';
import { expectRefusalsWhileLocked } from './locked-table.ts';
import { findAllProcesses, killWithAllItsProcesses, signalAll } from './postgres-processes.ts';
import { startPostgresProxy } from './postgres-proxy.ts';
import { createPostgresUnderTest, isLong, isSkipped } from './stores.ts';

const rounds = isLong ? 20 : 2;
const commitCuts = isLong ? 200 : 12;

describe.skipIf(isSkipped('postgres'))('Postgres in trouble', () => {
  let postgres: RunningPostgres;

  beforeAll(async () => {
    postgres = await startPostgres();
  });

  afterAll(() => postgres.stop());

  /** A store on it and a Slack, and the servers between them; all end with its scope. */
  async function setUp() {
    const opened = new AsyncDisposableStack();
    const slack = opened.use(await startSlackStandIn());
    const store = opened.use(await createPostgresUnderTest(postgres));
    const databaseUrl = store.env['DATABASE_URL'] as string;
    return {
      store,
      databaseUrl,
      start: async (url = databaseUrl) =>
        opened.use(
          await startProgram({
            DATABASE_URL: url,
            SLACK_WEBHOOK_URL: slack.waitlistUrl,
            SLACK_MIN_INTERVAL_MS: '0',
          }),
        ),
      async expectAllDelivered(acknowledged: ReadonlySet<string>) {
        const stored = await store.storedIds();
        expect([...acknowledged.difference(stored)]).toEqual([]);
        await store.endClaimsOlderThan(0);
        await slack.waitForIds(stored);
        expect(slack.violations).toEqual([]);
      },
      [Symbol.asyncDispose]: () => opened.disposeAsync(),
    };
  }

  test(
    `killed -9 with all its processes and restarted ${rounds} times under load, it costs 503 and nothing else`,
    async () => {
      await using on = await setUp();
      const up = await on.start();
      const load = startLoad({ urls: () => [up.url], connections: 8, pauseMs: 5 });
      const expectMore = (countNow: () => number, more: number) =>
        expect.poll(countNow).toBeGreaterThan(countNow() + more);
      const countAcknowledged = () => load.acknowledged.size;
      const countRefused = () => load.statuses.get(503) ?? 0;
      for (let round = 1; round <= rounds; round += 1) {
        await expectMore(countAcknowledged, 20);
        await killWithAllItsProcesses(postgres);
        await expectMore(countRefused, 0);
        await postgres.restart();
      }
      await expectMore(countAcknowledged, 20);
      await load.stop();
      expect([...load.statuses.keys()].toSorted()).toEqual([200, 503]);
      expect(up.hasExited()).toBe(false);
      await on.expectAllDelivered(load.acknowledged);
      process.stderr.write(
        `Postgres kill -9: ${rounds} rounds, ${load.acknowledged.size} acknowledged, 0 lost, ${countRefused()} × 503\n`,
      );
    },
    rounds * 30_000 + 60_000,
  );

  test(
    `a connection cut in the middle of a commit, ${commitCuts} times, is no false 200, and the retry stores once`,
    async () => {
      await using on = await setUp();
      await using proxy = await startPostgresProxy(on.databaseUrl);
      await using up = await on.start(proxy.url);
      const ids = new Set<string | null>();
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
        ids.add(answer.id);
      }
      expect(proxy.faultsMet()).toBe(commitCuts);
      expect(cutOff).toBeGreaterThan(0);
      const stored = await on.store.storedIds();
      expect(stored).toEqual(ids);
      await on.expectAllDelivered(stored);
    },
    commitCuts * 5_000 + 60_000,
  );

  test('with no connection left it answers 503 at once, and goes on by itself once there are some', async () => {
    await using on = await setUp();
    const url = new URL(on.databaseUrl);
    const query = (statement: string) => runOn(on.databaseUrl, statement);
    await query('create role small login superuser');
    await query('alter role small nosuperuser');
    await query(`grant all on database ${url.pathname.slice(1)} to small`);
    await query('grant all on schema public to small');
    url.username = 'small';
    const up = await on.start(url.href);
    expect((await submit(up.url)).status).toBe(200);

    await query('alter role small connection limit 0');
    await query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'small'`);
    const answers = await Promise.all(Array.from({ length: 64 }, () => submit(up.url)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(answers.every(({ retryAfterS }) => retryAfterS !== null)).toBe(true);

    await query('alter role small connection limit -1');
    await expect.poll(async () => (await submit(up.url)).status).toBe(200);
    await on.expectAllDelivered(await on.store.storedIds());
  });

  test('stopped with SIGSTOP, it does not keep the server from stopping within the promised ten seconds', async () => {
    await using on = await setUp();
    const up = await on.start();
    expect((await submit(up.url)).status).toBe(200);
    const pids = findAllProcesses(postgres);
    signalAll(pids, 'SIGSTOP');
    try {
      const unanswered = [submit(up.url), submit(up.url)];
      await rest(200);
      const startedAtMs = performance.now();
      await up.kill('SIGTERM');
      expect(performance.now() - startedAtMs).toBeLessThan(20_000);
      // By the clock of the server: what the busy machine of a test adds is not its own.
      const [, cutOffAfterMs = 0] = /"stopWithinMs":(\d+)/.exec(up.output()) ?? [];
      expect(Number(cutOffAfterMs)).toBeLessThan(10_000);
      for (const { status } of await Promise.all(unanswered)) expect(status).not.toBe(200);
    } finally {
      signalAll(pids, 'SIGCONT');
    }
  });

  test('while all wait for a lock, each is answered within the form’s patience and none with 200', async () => {
    await using on = await setUp();
    await expectRefusalsWhileLocked(on.databaseUrl, await on.start());
  });
});
