import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { runOn } from '#test/postgres.ts';
import { type RunningProgram, startProgram } from '#test/program.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';
import { findRepeated } from './channel-checks.ts';
import { rest, startLoad, submit } from './load.ts';
import { createPostgresUnderTest, isLong, isSkipped } from './stores.ts';

const root = resolve(import.meta.dirname, '../..');
const rounds = isLong ? 10 : 1;
const senders = 4;

test.skipIf(isSkipped('postgres'))(
  `a rolling upgrade of two instances across ${rounds} migrations under load refuses nothing that is not accepted after one retry, and delivers each once`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'entree-releases-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await using slack = await startSlackStandIn();
    await using store = await createPostgresUnderTest();
    await using started = new AsyncDisposableStack();
    const env = { ...store.env, SLACK_WEBHOOK_URL: slack.waitlistUrl, SLACK_MIN_INTERVAL_MS: '100' };
    const start = async (release?: string) => started.use(await startProgram(env, release));
    let servers = [await start(), await start()];
    const load = startBalancedLoad(() => servers);
    const takeMore = () => expect.poll(() => load.accepted.size).toBeGreaterThan(load.accepted.size + 100);

    for (let round = 1; round <= rounds; round += 1) {
      await takeMore();
      const release = await makeNextRelease(folder, round);
      for (const [index, old] of [...servers].entries()) {
        // The new one first: it migrates while both old ones run.
        servers = [...servers, await start(release)];
        // The balancer does not know: it sends to the stopping instance until that has ended.
        expect(await old.kill('SIGTERM'), `old instance ${index}`).toBe(0);
        servers = servers.filter((server) => server !== old);
      }
    }
    await takeMore();
    await load.stop();

    expect(load.refused).toEqual([]);
    expect(await store.storedIds()).toEqual(load.accepted);
    await slack.waitForIds(load.accepted, 120_000);
    expect(findRepeated(slack).size).toBe(0);
    process.stderr.write(
      `rolling upgrade: ${rounds} migrations, ${load.accepted.size} accepted, 0 refused, ${load.retried()} sent twice\n`,
    );
  },
  rounds * 60_000 + 120_000,
);

const migrationWaits = `select from pg_locks join pg_stat_activity using (pid)
  where not granted and mode = 'AccessExclusiveLock' and datname = current_database()`;

test.skipIf(isSkipped('postgres'))(
  'an upgrade beside a dump: the new release asks for its locks, says what holds them, and the old one refuses nothing',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'entree-releases-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await using store = await createPostgresUnderTest();
    const { DATABASE_URL: databaseUrl = '' } = store.env;
    await using old = await startProgram(store.env);
    const load = startLoad({ urls: () => [old.url], connections: senders, pauseMs: 10 });
    const dump = new pg.Client({ connectionString: databaseUrl, application_name: 'pg_dump' });
    await dump.connect();
    try {
      // As pg_dump does.
      await dump.query('begin isolation level repeatable read, read only');
      await dump.query('lock table applicants, submissions, jobs, decisions in access share mode');
      const { rows } = await dump.query('select pg_backend_pid() as pid');
      const starting = startProgram(store.env, await makeNextRelease(folder, 1));
      await expect.poll(() => runOn(databaseUrl, migrationWaits).then(({ rowCount }) => rowCount)).toBe(1);
      const soFar = load.acknowledged.size;
      await expect.poll(() => load.acknowledged.size).toBeGreaterThan(soFar + 150);
      await dump.query('commit');
      await using upgraded = await starting;
      await load.stop();
      expect([...load.statuses.keys()]).toEqual([200]);
      expect(upgraded.output()).toMatch(
        new RegExp(`pg_dump \\(process ${rows[0].pid}\\) since 20\\S+Z uses them`),
      );
    } finally {
      await dump.end();
    }
  },
  180_000,
);

/** This program with one migration more, which locks the largest table and makes an index. */
async function makeNextRelease(folder: string, round: number): Promise<string> {
  const release = join(folder, `release-${round}`);
  const previous = round === 1 ? root : join(folder, `release-${round - 1}`);
  for (const part of ['server', 'contract', 'package.json'])
    await cp(join(previous, part), join(release, part), { recursive: true });
  for (const part of ['node_modules', 'dist']) await symlink(join(root, part), join(release, part));
  await writeFile(
    join(release, 'server/store/migrations', `9${round}-next.sql`),
    `alter table submissions add column next_${round} text not null default 'none';
create index next_${round} on submissions (next_${round}, received_at);\n`,
  );
  return release;
}

/** Senders behind a balancer that takes the instances in turn; each sends once more, to another, when it is refused. */
function startBalancedLoad(instances: () => readonly RunningProgram[]) {
  const accepted = new Set<string>();
  /** What was refused twice: by an instance, and once more by the other. */
  const refused: string[] = [];
  let turn = 0;
  let retried = 0;
  let isStopped = false;
  const choose = (except?: RunningProgram) => {
    const all = instances().filter((server) => server !== except);
    return all[turn++ % all.length] as RunningProgram;
  };
  async function send(): Promise<void> {
    while (!isStopped) {
      const idempotencyKey = randomUUID();
      const first = choose();
      let answer = await submit(first.url, { idempotencyKey });
      if (answer.status !== 200) {
        retried += 1;
        answer = await submit(choose(first).url, { idempotencyKey });
      }
      if (answer.id === null) refused.push(`${answer.status}`);
      else accepted.add(answer.id);
      await rest(10);
    }
  }
  const ended = Promise.all(Array.from({ length: senders }, send));
  return {
    accepted,
    refused,
    retried: () => retried,
    async stop() {
      isStopped = true;
      await ended;
    },
  };
}
