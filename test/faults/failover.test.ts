import { existsSync } from 'node:fs';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '#test/postgres.ts';
import { type RunningProgram, startProgram } from '#test/program.ts';
import { type RecordedMessage, type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import { countRepeats, findUnexcusedRepeats } from './channel-checks.ts';
import { startLoad } from './load.ts';
import { findAllProcesses } from './postgres-processes.ts';
import { isLong, isSkipped, lookInto } from './stores.ts';

/** A lost host refuses connections, or is silent, as when its machine lost its power. */
const losses = isLong
  ? (['killed -9 with its disk gone', 'silent'] as const)
  : (['killed -9 with its disk gone'] as const);
const roundsOf = (loss: (typeof losses)[number]) => (!isLong ? 1 : loss === 'silent' ? 3 : 10);
const paceMs = 200;
/** What was sent this short before the kill may not have been recorded as delivered. */
const cutWithinMs = 2 * paceMs + 200;
const databaseName = 'entree';

describe.skipIf(isSkipped('postgres'))('a primary that dies, with a synchronous standby', () => {
  let primary: RunningPostgres;
  let standby: RunningPostgres | undefined;
  let slack: SlackStandIn;
  let servers: RunningProgram[] = [];
  /** Of the primary that was lost last: stopped ones would not end by themselves. */
  let lost: number[] = [];

  afterEach(async () => {
    for (const server of servers) server.kill('SIGKILL');
    await Promise.all(servers.map(({ exited }) => exited));
    servers = [];
    await slack?.close();
    signalAll(lost, 'SIGKILL');
    await standby?.stop();
    await primary?.stop();
  });

  test.each(losses)(
    '%s, it loses nothing acknowledged, and the instances go on by themselves',
    async (loss) => {
      const rounds = roundsOf(loss);
      slack = await startSlackStandIn();
      primary = await startPostgres();
      await query(primary.url(), `create database ${databaseName}`);
      standby = await addStandby(primary);
      const store = lookInto(() => primary.url(databaseName));
      const acknowledged = new Set<string>();
      const cutSends = new Set<RecordedMessage>();
      const secondsWithout: number[] = [];

      for (let round = 1; round <= rounds; round += 1) {
        const [first, second] = [primary, standby] as [RunningPostgres, RunningPostgres];
        // Listed in this order or in the other: the instances find the primary among them.
        const hosts = round % 2 === 0 ? [second, first] : [first, second];
        const env = {
          DATABASE_URL: listHosts(hosts),
          SLACK_WEBHOOK_URL: slack.waitlistUrl,
          SLACK_MIN_INTERVAL_MS: String(paceMs),
        };
        servers = await Promise.all([startProgram(env), startProgram(env)]);
        let turn = 0;
        const load = startLoad({
          chooseUrl: () => servers[turn++ % servers.length]?.url ?? null,
          connections: 8,
          pauseMs: 10,
        });
        await expect.poll(() => load.acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(50);

        lost = await findAllProcesses(first);
        signalAll(lost, loss === 'silent' ? 'SIGSTOP' : 'SIGKILL');
        const killedAtMs = Date.now();
        if (loss !== 'silent') await first.stop();
        await query(second.url(), 'select pg_promote()');
        const countBefore = load.acknowledged.size;
        await expect
          .poll(() => load.acknowledged.size, { timeout: 60_000, interval: 10 })
          .toBeGreaterThan(countBefore);
        const backAtMs = Date.now();
        secondsWithout.push((backAtMs - killedAtMs) / 1_000);
        if (loss === 'silent') {
          signalAll(lost, 'SIGKILL');
          await first.stop();
        }
        primary = second;
        standby = undefined;
        await expect
          .poll(() => load.acknowledged.size, { timeout: 60_000 })
          .toBeGreaterThan(countBefore + 50);
        load.stop();
        await load.ended;
        for (const id of load.acknowledged) acknowledged.add(id);
        expect([...load.statuses.keys()].toSorted()).toEqual([200, 503]);
        for (const message of slack.messages) {
          if (
            message.receivedAtMs > killedAtMs - cutWithinMs &&
            message.receivedAtMs < backAtMs + cutWithinMs
          )
            cutSends.add(message);
        }
        const stored = await store.storedIds();
        expect(
          [...acknowledged].filter((id) => !stored.has(id)),
          `lost in round ${round}`,
        ).toEqual([]);
        // An instance records a send for as long as it takes, every two seconds at the latest; what is still
        // claimed after five belongs to a claim whose answer was cut off.
        await expect
          .poll(
            async () => {
              await store.endLeasesOlderThan(5_000);
              return stored.difference(slack.deliveredIds()).size;
            },
            { timeout: 120_000, interval: 500 },
          )
          .toBe(0);
        for (const server of servers) {
          server.kill('SIGTERM');
          expect(await server.exited).toBe(0);
        }
        if (round < rounds) standby = await addStandby(primary);
      }

      expect(findUnexcusedRepeats(slack, cutSends)).toEqual([]);
      const [fastest, slowest] = [Math.min(...secondsWithout), Math.max(...secondsWithout)];
      process.stderr.write(
        `failover, ${loss}: ${rounds} rounds, ${acknowledged.size} acknowledged, 0 lost, ${countRepeats(slack)} repeats of cut sends; ` +
          `${fastest.toFixed(1)} to ${slowest.toFixed(1)} s from the loss to the next 200\n`,
      );
    },
    isLong ? 1_800_000 : 180_000,
  );
});

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    // One that has ended meanwhile needs no signal.
    if (existsSync(`/proc/${pid}`)) process.kill(pid, signal);
  }
}

/** A standby that every commit of the primary waits for. */
async function addStandby(primary: RunningPostgres): Promise<RunningPostgres> {
  const standby = await startPostgres({ standbyOf: primary.url() });
  await query(primary.url(), `alter system set synchronous_standby_names = '*'`);
  await query(primary.url(), 'select pg_reload_conf()');
  await expect
    .poll(() => query(primary.url(), `select sync_state from pg_stat_replication`), { timeout: 20_000 })
    .toEqual([{ sync_state: 'sync' }]);
  return standby;
}

function listHosts(servers: readonly RunningPostgres[]): string {
  const [first] = servers.map((server) => new URL(server.url(databaseName)));
  const hosts = servers.map((server) => new URL(server.url()).host).join(',');
  return `postgres://${first?.username}@${hosts}/${databaseName}`;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
