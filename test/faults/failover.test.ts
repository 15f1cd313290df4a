import { expect, test } from 'vitest';
import { type RunningPostgres, runOn, startPostgres } from '#test/postgres.ts';
import { startProgram } from '#test/program.ts';
import { type RecordedMessage, startSlackStandIn } from '#test/slack-stand-in.ts';
import { countRepeats, findUnexcusedRepeats } from './channel-checks.ts';
import { startLoad } from './load.ts';
import { findAllProcesses, signalAll } from './postgres-processes.ts';
import { isLong, isSkipped, lookInto } from './stores.ts';

/** A lost host refuses connections, or is silent, as when its machine lost its power. */
const losses = isLong
  ? (['killed -9 with its disk gone', 'silent'] as const)
  : (['killed -9 with its disk gone'] as const);
const roundsOf = (loss: (typeof losses)[number]) => (!isLong ? 1 : loss === 'silent' ? 3 : 10);
const paceMs = 200;
/** What was sent this short before the kill may not have been recorded as delivered. */
const cutWithinMs = 2 * paceMs + 1_000;
const databaseName = 'entree';

test.skipIf(isSkipped('postgres')).each(losses)(
  'a primary with a synchronous standby is %s: nothing acknowledged is lost, and the instances go on by themselves',
  async (loss) => {
    const rounds = roundsOf(loss);
    await using slack = await startSlackStandIn();
    await using started = new AsyncDisposableStack();
    const addPostgres = async (standbyOf?: string) =>
      started.use(await startPostgres(standbyOf === undefined ? {} : { standbyOf }));
    let primary = await addPostgres();
    await runOn(primary.url(), `create database ${databaseName}`);
    const store = lookInto(() => ({ databaseUrl: primary.url(databaseName), dataDir: '' }));
    const acknowledged = new Set<string>();
    const cutSends = new Set<RecordedMessage>();
    const secondsWithout: number[] = [];

    for (let round = 1; round <= rounds; round += 1) {
      const [first, second] = [primary, await addPostgres(primary.url())];
      await waitForEachCommitOnStandby(first);
      // Listed in this order or in the other: the instances find the primary among them.
      const hosts = round % 2 === 0 ? [second, first] : [first, second];
      const env = {
        DATABASE_URL: listHosts(hosts),
        SLACK_WEBHOOK_URL: slack.waitlistUrl,
        SLACK_MIN_INTERVAL_MS: String(paceMs),
      };
      await using one = await startProgram(env);
      await using two = await startProgram(env);
      const load = startLoad({ urls: () => [one.url, two.url], connections: 8, pauseMs: 10 });
      await expect.poll(() => load.acknowledged.size).toBeGreaterThan(50);

      const lost = findAllProcesses(first);
      signalAll(lost, loss === 'silent' ? 'SIGSTOP' : 'SIGKILL');
      // Stopped ones would not end by themselves.
      using _ended = { [Symbol.dispose]: () => signalAll(lost, 'SIGKILL') };
      const killedAtMs = Date.now();
      if (loss !== 'silent') await first.stop();
      await runOn(second.url(), 'select pg_promote()');
      const countBefore = load.acknowledged.size;
      await expect.poll(() => load.acknowledged.size, { interval: 10 }).toBeGreaterThan(countBefore);
      const backAtMs = Date.now();
      secondsWithout.push((backAtMs - killedAtMs) / 1_000);
      if (loss === 'silent') {
        signalAll(lost, 'SIGKILL');
        await first.stop();
      }
      primary = second;
      await expect.poll(() => load.acknowledged.size).toBeGreaterThan(countBefore + 50);
      await load.stop();
      for (const id of load.acknowledged) acknowledged.add(id);
      expect([...load.statuses.keys()].toSorted()).toEqual([200, 503]);
      for (const message of slack.messages) {
        const { receivedAtMs } = message;
        if (receivedAtMs > killedAtMs - cutWithinMs && receivedAtMs < backAtMs + cutWithinMs)
          cutSends.add(message);
      }
      const stored = await store.storedIds();
      expect([...acknowledged.difference(stored)], `lost in round ${round}`).toEqual([]);
      // An instance records a send for as long as it takes, every two seconds at the latest; what is still
      // claimed after five belongs to a claim whose answer was cut off.
      await expect
        .poll(
          async () => {
            await store.endClaimsOlderThan(5_000);
            return stored.difference(slack.deliveredIds()).size;
          },
          { timeout: 120_000, interval: 500 },
        )
        .toBe(0);
      for (const server of [one, two]) expect(await server.stop()).toBe(0);
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

/** From now on every commit of the primary waits for its standby. */
async function waitForEachCommitOnStandby(primary: RunningPostgres): Promise<void> {
  await runOn(primary.url(), `alter system set synchronous_standby_names = '*'`);
  await runOn(primary.url(), 'select pg_reload_conf()');
  await expect
    .poll(async () => (await runOn(primary.url(), `select sync_state from pg_stat_replication`)).rows)
    .toEqual([{ sync_state: 'sync' }]);
}

function listHosts(servers: readonly RunningPostgres[]): string {
  const [first] = servers.map((server) => new URL(server.url(databaseName)));
  const hosts = servers.map((server) => new URL(server.url()).host).join(',');
  return `postgres://${first?.username}@${hosts}/${databaseName}`;
}
