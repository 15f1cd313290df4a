import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openStore } from '#server/store/open-store.ts';

/** A database with the store's schema, which one test after another uses. */
interface EmptiedDatabase {
  url: string;
  /** One connection, which does not keep the process. */
  connection: pg.Pool;
  schema: string;
}

/** Those that no test uses now. Test files that share a process share them. */
const free: EmptiedDatabase[] = [];
const endsWithinMs = 2_000;

/**
 * A database with the store's schema, and nothing stored. Making one takes 0.3 s of processor time, emptying one
 * some milliseconds.
 *
 * @param server address of a Postgres that the test run owns
 */
export async function acquireDatabase(server: string): Promise<EmptiedDatabase> {
  return free.pop() ?? (await create(server));
}

/**
 * Makes it empty for the next test. One whose tables were changed is dropped instead.
 *
 * @throws Error when something is still connected to it: that could write into the next test
 */
export async function releaseDatabase(server: string, database: EmptiedDatabase): Promise<void> {
  const left = await untilUnused(database);
  if (left > 0) {
    await drop(server, database);
    throw new Error(`The test has ended and ${left} connections to its database are open: close its stores.`);
  }
  await database.connection.query('select pristine.restore()');
  if ((await describeSchema(database)) === database.schema) free.push(database);
  else await drop(server, database);
}

/** Makes a database without a schema and answers its URL. */
export async function createBareDatabase(server: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOn(server, `create database ${name}`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

async function create(server: string): Promise<EmptiedDatabase> {
  const url = await createBareDatabase(server);
  await (await openStore({ databaseUrl: url, dataDir: '' })).close();
  const connection = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The server ends before this process does.
  connection.on('error', () => {});
  await connection.query(keepPristine);
  const database = { url, connection, schema: '' };
  return { ...database, schema: await describeSchema(database) };
}

async function drop(server: string, { url, connection }: EmptiedDatabase): Promise<void> {
  await connection.end();
  await runOn(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

/** A connection that was closed ends on the server a moment later. */
async function untilUnused({ connection }: EmptiedDatabase): Promise<number> {
  const deadline = Date.now() + endsWithinMs;
  for (;;) {
    const { rows } = await connection.query<{ left: number }>(
      `select count(*)::int as left from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    const left = rows[0]?.left ?? 0;
    if (left === 0 || Date.now() > deadline) return left;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** Changes with every change of a table, an index, a trigger, a function or a setting of the database. */
async function describeSchema({ connection }: EmptiedDatabase): Promise<string> {
  const { rows } = await connection.query<{ schema: string }>(`
    select md5(string_agg(part, ' ' order by part)) as schema from (
      select format('%s.%s:%s', attrelid, attnum, pg_attribute.xmin) as part
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace
      union all select format('%s:%s', oid, xmin) from pg_trigger
      union all select format('%s:%s', oid, xmin) from pg_constraint
      union all select format('%s:%s', oid, xmin) from pg_proc where pronamespace = 'public'::regnamespace
      union all select format('%s:%s', setdatabase, setconfig) from pg_db_role_setting
    ) as parts`);
  return rows[0]?.schema ?? '';
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Copies the rows that the migrations have written, and makes the function that brings all tables back to them.
 * It runs as a replica does: without triggers, foreign keys among them. Deleting takes a
 * millisecond and truncating 50, which pays only for tables that have grown.
 */
const keepPristine = `
create schema pristine;
create table pristine.names as
  select tablename as name, format('public.%I', tablename) as current, format('pristine.%I', tablename) as kept,
    false as has_rows
  from pg_tables where schemaname = 'public';
do $$ declare the record; copied bigint; begin
  for the in select * from pristine.names loop
    execute format('create table %s as table %s', the.kept, the.current);
    get diagnostics copied = row_count;
    update pristine.names set has_rows = copied > 0 where name = the.name;
  end loop;
end $$;
create function pristine.restore() returns void language plpgsql set session_replication_role = replica as $$
declare the record;
begin
  if exists (select from pristine.names where pg_relation_size(current) > 65536) then
    execute (select 'truncate ' || string_agg(current, ', ') from pristine.names);
  end if;
  for the in select * from pristine.names loop
    execute format('delete from %s', the.current);
    if the.has_rows then
      execute format('insert into %s overriding system value table %s', the.current, the.kept);
    end if;
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename), start_value, false)
    from pg_sequences where schemaname = 'public';
end $$;`;
