import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { advisoryLocks } from '#server/store/advisory-locks.ts';
import { StoreOpenError } from '#server/store/errors.ts';
import { openOperatorStore, openStore } from '#server/store/open-store.ts';
import { bundleProgram } from '#test/bundle.ts';
import { isSkipped } from '#test/faults/stores.ts';
import { writeNoSettings } from '#test/no-settings.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { openSharedPostgres, type TestDatabases } from '#test/shared-postgres.ts';
import { findPostgres } from '../../../scripts/postgres.ts';
import { openPostgresDatabase } from './open-postgres-calls.ts';
import { createPostgresConnections } from './postgres-connections.ts';

const open = (databaseUrl: string) => openStore({ databaseUrl, dataDir: '/nowhere' });

/** What a start with this address says. */
async function refusal(databaseUrl: string): Promise<string> {
  const error = await open(databaseUrl).then(
    (store) => store.close(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StoreOpenError);
  return (error as StoreOpenError).message;
}

/** Answers each connection; the port. */
async function listen(answer: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

test.each([
  'postgres://app:/Zk3Secret@db.invalid/x',
  'postgres://app:12/Zk3Secret@db.invalid/x',
  'postgres://app:p@ss/Zk3Secret@db.invalid/x',
  'postgres://app:12?Zk3Secret@db.invalid/x',
  'postgres://app:12#Zk3Secret@db.invalid/x',
  'postgres://app:p@ss,/Zk3Secret@db.invalid/x',
])('an address whose password is not encoded is refused without being shown: %s', async (databaseUrl) => {
  const message = await refusal(databaseUrl);
  expect(message).toContain('postgres://user:password@host');
  expect(message).not.toMatch(/Zk3|@ss|app|db\.invalid/);
});

test('where none of several hosts can be used, each is named with its reason', async () => {
  const message = await refusal('postgres://u:hidden@one.invalid:1,127.0.0.1:9/x');
  expect(message).toMatch(/one\.invalid:1\/x: E\w+, 127\.0\.0\.1:9\/x: ECONNREFUSED/);
  expect(message).not.toContain('hidden');
});

test('a host that accepts and says nothing is given up', async () => {
  const port = await listen(() => undefined);
  expect(await refusal(`postgres://u:hidden@127.0.0.1:${port}/x`)).toContain('does not answer');
});

test('a server whose pg_hba.conf has no line for this connection: TLS is offered as what it may want', async () => {
  const fields = Buffer.from('SFATAL\0C28000\0Mno entry\0\0');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  const port = await listen((socket) => socket.once('data', () => socket.end(Buffer.concat([head, fields]))));
  expect(await refusal(`postgres://u:hidden@127.0.0.1:${port}/x`)).toMatch(/pg_hba\.conf.*\?sslmode=require/);
});

test('a certificate of an unknown authority: the message says where to name the authority', async () => {
  const folder = path.join(import.meta.dirname, '../../../test');
  const [key, cert] = await Promise.all(
    ['key', 'cert'].map((name) => readFile(path.join(folder, `mail-server.${name}.pem`))),
  );
  const port = await listen((socket) =>
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => undefined);
    }),
  );
  expect(await refusal(`postgres://u:hidden@127.0.0.1:${port}/x?sslmode=require`)).toMatch(
    /authority that this machine does not know.*sslrootcert=/,
  );
});

describe.skipIf(isSkipped('postgres'))('on a Postgres', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await openSharedPostgres();
  });

  async function run(databaseUrl: string, ...statements: readonly string[]) {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    const results = [];
    for (const statement of statements) results.push((await client.query(statement)).rows);
    await client.end();
    return results;
  }

  test('the owner migrates, and the server may only read and write rows', async () => {
    const owner = await databases.createDatabase();
    const role = `app_${path.basename(new URL(owner).pathname)}`;
    const server = new URL(owner);
    server.username = role;
    server.password = 'app';
    await run(owner, `create role ${role} login password 'app'`);
    onTestFinished(() => run(owner, `drop owned by ${role}`, `drop role ${role}`).then(() => undefined));
    expect(await refusal(server.href)).toMatch(/may not make the tables.*Let their owner migrate/);

    await (await openOperatorStore({ databaseUrl: owner, dataDir: '' })).close();
    expect(await refusal(server.href)).toMatch(/may not use them/);
    await run(owner, `grant select, insert, update, delete on all tables in schema public to ${role}`);
    const store = await open(server.href);
    await store.accept(newSubmission());
    await store.close();
    const operator = await openOperatorStore({ databaseUrl: server.href, dataDir: '' });
    expect(await operator.countApplicants({})).toEqual({ states: { new: 1 } });
    await operator.close();
  });

  test('a host that becomes a standby while it is used is left for the next; one that refuses a statement is not', async () => {
    const url = new URL(await databases.createDatabase());
    const left: string[] = [];
    const connections = createPostgresConnections({
      databaseUrl: url.href.replace(url.host, `${url.host},localhost:${url.port}`),
      applicationName: 'a test',
      maxConnections: 1,
      connectTimeoutMs: 10_000,
      queryTimeoutMs: 10_000,
      settings: {},
      onLostConnection: () => undefined,
      onNextHost: (where) => left.push(where),
    });
    onTestFinished(() => connections.end());
    const connection = await connections.connect();
    await expect(connection.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    expect(left).toEqual([]);
    // From now on it answers as a standby does.
    await connection.query('set session characteristics as transaction read only');
    await expect(connection.query('create table one (id integer)')).rejects.toMatchObject({ code: '25006' });
    connection.release();
    expect(left).toEqual([expect.stringContaining(`localhost:${url.port}`)]);
    const next = await connections.connect();
    await next.query('create table one (id integer)');
    next.release();
  });

  test('a socket’s folder as the parameter host, without a host in the address', async () => {
    const url = new URL(await databases.createDatabase());
    const [rows] = await run(url.href, 'show unix_socket_directories');
    const folder = (rows as [{ unix_socket_directories: string }])[0].unix_socket_directories;
    const address = `postgres://${url.username}:pw@${url.pathname}?host=${folder}&port=${url.port}`;
    const store = await open(address);
    await store.accept(newSubmission());
    await store.close();
    expect(await refusal('postgres://u:hidden@/x?host=/no/where')).toContain(
      'no socket of a Postgres at /no/where/x',
    );
  });

  test.each([
    'create table migrations (id serial primary key, migration text, batch integer)',
    'create table migrations (id serial primary key, timestamp bigint, name text)',
    'create table notes (id integer)',
  ])('a database of another program is named as that, and left as it was: %s', async (statement) => {
    const databaseUrl = await databases.createDatabase();
    await run(databaseUrl, statement);
    expect(await refusal(databaseUrl)).toMatch(/of another program.*search_path/);
    const [tables] = await run(databaseUrl, "select 1 from pg_tables where schemaname = 'public'");
    expect(tables).toHaveLength(1);
  });

  test('in such a database it works in a schema of its own', async () => {
    const databaseUrl = await databases.createDatabase();
    await run(databaseUrl, 'create table migrations (id integer)', 'create table notes (id integer)');
    const own = `${databaseUrl}?options=-c%20search_path%3Dentree`;
    expect(await refusal(own)).toContain('no schema to make tables in');
    await run(databaseUrl, 'create schema entree');
    const store = await open(own);
    await store.accept(newSubmission());
    await store.close();
    const [rows] = await run(databaseUrl, 'select 1 from entree.submissions');
    expect(rows).toHaveLength(1);

    // Where a pooler drops the options of the address.
    const { username, pathname } = new URL(databaseUrl);
    const role = `alter role ${username} in database ${pathname.slice(1)}`;
    await run(databaseUrl, `${role} set search_path = entree`);
    const operator = await openOperatorStore({ databaseUrl, dataDir: '' });
    expect(await operator.countApplicants({})).toEqual({ states: { new: 1 } });
    await operator.close();
  });

  test('tables that a restore over a newer release has left are told from those of another program', async () => {
    const databaseUrl = await databases.createDatabase();
    await (await open(databaseUrl)).close();
    // What `pg_restore --clean` of an older dump leaves: the older list of migrations, and all tables.
    await run(databaseUrl, 'delete from migrations where name > (select min(name) from migrations)');
    const message = await refusal(databaseUrl);
    expect(message).toMatch(/of a newer release of this program.*into an empty database/);
    expect(message).not.toContain('another program');
  });

  test('tables that another session uses are asked for until the wait is over, and no longer', async () => {
    const databaseUrl = await databases.createDatabase();
    const other = new pg.Client({ connectionString: databaseUrl, application_name: 'another instance' });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query(`begin; select pg_advisory_xact_lock(${advisoryLocks.migrations})`);
    const openWithin = (migrationWaitMs: number) =>
      openPostgresDatabase({
        databaseUrl,
        maxConnections: 1,
        statementTimeoutMs: 10_000,
        lockTimeoutMs: 5_000,
        migrationWaitMs,
      });
    const refused = openWithin(500);
    await expect(refused).rejects.toThrow(StoreOpenError);
    await expect(refused).rejects.toThrow(
      /another instance \(process \d+\) since \S+Z uses them\. .* 0\.5 seconds\. .*pg_terminate_backend\(PROCESS\)/,
    );
    const opened = openWithin(20_000);
    await run(databaseUrl, 'select pg_sleep(1.5)');
    await other.query('rollback');
    await (await opened).destroy();
    const [rows] = await run(databaseUrl, 'select from submissions');
    expect(rows).toEqual([]);
  });

  /** The commands of a block of docs/operations.md, as they stand there. */
  async function documentedCommands(start: string): Promise<string> {
    const page = await readFile(path.join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
    const block = page.split('```').find((each) => each.startsWith(`sh\n${start}`));
    return block?.replace(/^sh\n/, '') ?? 'false';
  }

  test.each([
    ['a new database', 'createdb', 'entree_restored'],
    ['the same database, emptied', 'psql', ''],
  ])('the documented backup is restored into %s, and the program opens it', async (_name, start, newName) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'entree-restore-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeNoSettings(folder);
    const { cli } = await bundleProgram();
    const scripts = { waitlist: `${process.execPath} ${cli}` };
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ scripts }));
    const databaseUrl = await databases.createDatabase();
    const sh = async (script: string, newUrl: string) =>
      promisify(execFile)('sh', ['-euc', script], {
        cwd: folder,
        env: {
          PATH: `${findPostgres()}:${process.env['PATH']}`,
          DATABASE_URL: databaseUrl,
          NEW_DATABASE_URL: newUrl,
        },
      });
    const store = await open(databaseUrl);
    await store.accept(newSubmission());
    await store.close();
    await sh(await documentedCommands('pg_dump'), '');
    // Of a newer release, which was started after the backup.
    await run(databaseUrl, 'create table newer (words text)');

    const restored = new URL(databaseUrl);
    if (newName !== '') restored.pathname = newName;
    const { stdout } = await sh(await documentedCommands(start), restored.href);
    expect(stdout).toContain('No letter had to be parked.');
    const [tables] = await run(restored.href, "select 1 from pg_tables where tablename = 'newer'");
    expect(tables).toEqual([]);
    const operator = await openOperatorStore({ databaseUrl: restored.href, dataDir: '' });
    expect(await operator.countApplicants({})).toEqual({ states: { new: 1 } });
    await operator.close();
  });
});
