import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openStore } from '#server/store/open-store.ts';
import { findFreePort } from './program.ts';

const run = promisify(execFile);
const clusters = join(import.meta.dirname, '../.cache/postgres');
/** After a crash Postgres first flushes each of its files, which takes long on a busy disk. */
const startTimeoutMs = 60_000;
const disconnectTimeoutMs = 10_000;

export interface RunningPostgres {
  /** Of the database `postgres` when none is named. */
  url(databaseName?: string): string;
  /** Makes an empty database and answers its URL. */
  createDatabase(): Promise<string>;
  /**
   * Answers the URL of a database with the program's schema, as it is at a first start. It is the same one at
   * each call, emptied, in a tenth of the processor time that another one takes.
   *
   * @throws when something stays connected to it
   */
  emptyDatabase(): Promise<string>;
  /** Stops it like a crash: without a checkpoint, connections closed. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and data; ends it first when it runs. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The folder of the newest Postgres of this machine that has both `initdb` and `postgres`; null: none. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, 'bin')),
  ];
  const found = folders.find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
  // Where they are links, the other programs stand beside what they lead to.
  return found === undefined ? null : dirname(realpathSync(join(found, 'initdb')));
}

export interface PostgresOptions {
  /** Address of a running Postgres: this one becomes its standby, by streaming replication. */
  standbyOf?: string;
  /** Whether it flushes to disk, as a real one does. Without that, a test of queries waits for no disk. */
  flushes?: boolean;
}

/** Starts an empty Postgres, or a standby, in a folder of its own. */
export async function startPostgres({
  standbyOf,
  flushes = true,
}: PostgresOptions = {}): Promise<RunningPostgres> {
  const binaries = findPostgres();
  if (binaries === null)
    throw new Error('No Postgres was found: install it (on Debian: apt-get install postgresql).');
  const folder = await mkdtemp(join(tmpdir(), 'entree-postgres-'));
  const user = await findUnprivilegedUser();
  await chmod(folder, 0o700);
  if (user !== null) await chown(folder, user.uid, user.gid);
  const identity = user ?? {};
  const data = join(folder, 'data');
  const port = await findFreePort();
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
        '-c',
        `fsync=${flushes ? 'on' : 'off'}`,
      ],
      { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    server = child;
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said = (said + chunk).slice(-4_000);
    });
    const deadline = Date.now() + startTimeoutMs;
    while (!(await answers(url()))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`Postgres did not start:\n${said}`);
      }
    }
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
    if (standbyOf === undefined) {
      await run('cp', ['-a', await initializedCluster(binaries, user), data]);
    } else {
      const args = ['-D', data, '-d', standbyOf, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
      await run(join(binaries, 'pg_basebackup'), args, { ...identity, cwd: folder });
    }
    await start();
  } catch (error) {
    await stop();
    throw error;
  }

  async function createDatabase() {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await query(url(), `create database ${name}`);
    return url(name);
  }

  let reused: string | undefined;
  return {
    url,
    createDatabase,
    async emptyDatabase() {
      if (reused === undefined) {
        const created = await createDatabase();
        await (await openStore({ databaseUrl: created, dataDir: '' })).close();
        await query(created, keepFirstRows);
        reused = created;
      } else {
        await untilUnused(reused);
        await query(reused, restoreFirstRows);
      }
      return reused;
    },
    kill: () => end('SIGQUIT'),
    async restart() {
      await end('SIGINT');
      await start();
    },
    stop,
  };
}

/** Each table's rows and each sequence's value after the migrations. */
const keepFirstRows = `
  create schema first;
  create table first.sequences as
    select format('%I.%I', schemaname, sequencename) as name, start_value, last_value from pg_sequences
    where schemaname = 'public';
  do $$ declare t text; begin
    for t in select format('%I', tablename) from pg_tables where schemaname = 'public' loop
      execute format('create table first.%s as table public.%s', t, t);
    end loop;
  end $$`;

const restoreFirstRows = `
  set session_replication_role = replica;
  do $$ declare t text; begin
    for t in select format('%I', tablename) from pg_tables where schemaname = 'public' loop
      execute format('delete from public.%s', t);
      execute format('insert into public.%s overriding system value table first.%s', t, t);
    end loop;
  end $$;
  select setval(name, coalesce(last_value, start_value), last_value is not null) from first.sequences`;

/**
 * A folder of data that `initdb` has just made, which every start copies: making one takes 1.5 s of processor
 * time. Kept for each installed Postgres.
 */
async function initializedCluster(binaries: string, user: User | null): Promise<string> {
  const { stdout: version } = await run(join(binaries, 'initdb'), ['--version']);
  const owner = user?.uid ?? process.getuid?.();
  const kept = join(clusters, `${version.trim().replaceAll(/[^\w.-]+/g, '-')}-${owner}`);
  if (existsSync(kept)) return kept;
  const folder = await mkdtemp(join(tmpdir(), 'entree-initdb-'));
  try {
    if (user !== null) await chown(folder, user.uid, user.gid);
    const made = join(folder, 'data');
    const args = ['-D', made, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    await run(join(binaries, 'initdb'), args, { ...user, cwd: folder });
    await mkdir(clusters, { recursive: true });
    const unfinished = `${kept}.${randomUUID()}`;
    await run('cp', ['-a', made, unfinished]);
    try {
      await rename(unfinished, kept);
    } catch (error) {
      await rm(unfinished, { recursive: true });
      // Another process has made the same one meanwhile.
      if (!existsSync(kept)) throw error;
    }
    return kept;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A connection that was closed is there for a moment more. */
async function untilUnused(databaseUrl: string): Promise<void> {
  const deadline = Date.now() + disconnectTimeoutMs;
  for (;;) {
    const [row] = await query(databaseUrl, countOthers);
    if (row?.['others'] === '0') return;
    if (Date.now() > deadline) throw new Error('What the test before has opened is still connected.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const countOthers = `select count(*) as others from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

async function query(databaseUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

interface User {
  uid: number;
  gid: number;
}

/** Postgres refuses to run as root; as anyone else it runs as this user. */
export async function findUnprivilegedUser(): Promise<User | null> {
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
