import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPostgres } from '../scripts/postgres.ts';
import { makeDataFolder } from './postgres-data.ts';
import { findFreePort } from './program.ts';

const run = promisify(execFile);
/** After a crash Postgres first flushes each of its files, which takes long on a busy disk. */
const startTimeoutMs = 60_000;
/** What a database costs that need not outlive its server. A vacuum of its own would only disturb a test's plans. */
const withoutFlushes = [
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
];

export type RunningPostgres = Awaited<ReturnType<typeof startPostgres>>;

interface PostgresOptions {
  /** Address of a running Postgres: this one becomes its standby, by streaming replication. */
  standbyOf?: string;
  /** A free one unless named. */
  port?: number;
  /** False: faster, and its data may be lost with the machine. */
  flushesToDisk?: boolean;
  /** Where its folder is made. */
  parent?: string;
}

/** Starts an empty Postgres, or a standby, in a folder of its own, flushing to disk as a real one does. */
export async function startPostgres({
  standbyOf,
  port: wantedPort,
  flushesToDisk = true,
  parent = tmpdir(),
}: PostgresOptions = {}) {
  const binaries = findPostgres();
  if (binaries === null)
    throw new Error('No Postgres was found: install it (on Debian: apt-get install postgresql).');
  const folder = await mkdtemp(join(parent, 'entree-postgres-'));
  const user = await findUnprivilegedUser();
  await chmod(folder, 0o700);
  if (user !== null) await chown(folder, user.uid, user.gid);
  const identity = user ?? {};
  const data = join(folder, 'data');
  const port = wantedPort ?? (await findFreePort());
  const url = (databaseName = 'postgres') => `postgres://postgres@127.0.0.1:${port}/${databaseName}`;
  let server: ChildProcess | undefined;

  async function start() {
    const child = spawn(
      join(binaries as string, 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        '-h',
        '127.0.0.1',
        '-k',
        folder,
        '-c',
        'max_connections=200',
        '-c',
        'shared_buffers=64MB',
        ...(flushesToDisk ? [] : withoutFlushes.flatMap((setting) => ['-c', setting])),
      ],
      { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    server = child;
    await untilPostgresAnswers(url(), child);
  }

  /** SIGINT: fast shutdown. SIGQUIT: immediate, recovery at the next start. */
  async function end(signal: 'SIGINT' | 'SIGQUIT') {
    const child = server;
    server = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  async function stop() {
    process.off('exit', endAtExit);
    await end('SIGINT');
    await rm(folder, { recursive: true, force: true });
  }

  const endAtExit = () => server?.kill('SIGQUIT');
  process.once('exit', endAtExit);
  try {
    if (standbyOf === undefined) await makeDataFolder(data, { binaries, user });
    else {
      const args = ['-D', data, '-d', standbyOf, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
      await run(join(binaries, 'pg_basebackup'), args, { ...identity, cwd: folder });
    }
    await start();
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    /** Of the database `postgres` when none is named. */
    url,
    /** Makes an empty database and answers its URL. */
    createDatabase: () => createDatabaseOn(url()),
    /** Of the process that started its others. */
    pid: () => server?.pid ?? 0,
    /** Stops it like a crash: without a checkpoint, connections closed. */
    kill: () => end('SIGQUIT'),
    /** Starts it again, on the same port and data; ends it first when it runs. */
    async restart() {
      await end('SIGINT');
      await start();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Runs one statement on a connection of its own. */
export async function runOn(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  // A server that ends in between: what is asked next fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * @param url of another database of the same server
 * @param options of `create database`
 * @returns the URL of the new one
 */
export async function createDatabaseOn(url: string, options = ''): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOn(url, `create database ${name} ${options}`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** Postgres refuses to run as root; as anyone else it runs as this user. */
export async function findUnprivilegedUser(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      // No such user: the next one.
    }
  }
  throw new Error('Postgres does not run as root, and there is neither a user postgres nor nobody.');
}

/**
 * Waits until a Postgres, or a pooler in front of one, that is being started answers.
 *
 * @param child its process, where this process has started it
 * @throws Error with what it wrote, when it has ended or does not answer within a minute
 */
export async function untilPostgresAnswers(url: string, child?: ChildProcess): Promise<void> {
  let written = '';
  child?.stderr?.on('data', (chunk) => {
    written = (written + chunk).slice(-4_000);
  });
  const deadline = Date.now() + startTimeoutMs;
  while (!(await answers(url))) {
    if (typeof child?.exitCode === 'number' || Date.now() > deadline)
      throw new Error(`Nothing answers at ${url}:\n${written}`);
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
