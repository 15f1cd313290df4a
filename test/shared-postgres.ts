import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { createDatabaseOn, runOn, untilPostgresAnswers } from './postgres.ts';
import { emptyStore, firstRows } from './start-shared-stores.ts';

const madeWithinMs = 60_000;

/** Of tests that have ended in this process. Making one costs ten times as much as emptying it. */
const unused: string[] = [];

/** Waits until there are no such other connections, then makes the rows those of a new store. */
const emptyDatabase = (others: 'any' | 'at work') => `do $$
  declare
    name text;
  begin
    for attempt in 0..3000 loop
      exit when not exists (
        select from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
            ${others === 'any' ? '' : "and state is distinct from 'idle'"});
      if attempt = 3000 then
        raise exception 'A store of the test before is still ${others === 'any' ? 'open' : 'at work'}.';
      end if;
      perform pg_sleep(0.01), pg_stat_clear_snapshot();
    end loop;
    -- Without it the rows would have to go in the order of their foreign keys, and each is looked up.
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('delete from %I', name);
      if to_regclass(format('${firstRows}.%I', name)) is not null then
        execute format('insert into %I select * from ${firstRows}.%I', name, name);
      end if;
    end loop;
    for name in select sequencename from pg_sequences where schemaname = 'public' loop
      perform setval(name, 1, false);
    end loop;
  end
$$`;

/** A database with the store's schema. Tests have it one after another: what they change is its rows only. */
export interface KeptDatabase {
  url: string;
  /** Leaves what a new store has, beside stores that are open. */
  empty(): Promise<void>;
  /** Once all stores on it are closed. */
  release(): Promise<void>;
}

/** Databases on the Postgres of this run. */
export interface TestDatabases {
  /** The URL of one with nothing stored, for one test, which closes its stores. */
  takeDatabase(): Promise<string>;
  /** One for several tests. */
  keepDatabase(): Promise<KeptDatabase>;
  /** Makes a database without a schema and answers its URL. It ends with the Postgres of this run. */
  createDatabase(): Promise<string>;
}

/**
 * Databases for tests that need nothing else of a Postgres: one server serves all files of a run, because
 * making one costs each file more than a second of processor time. It does not flush to disk. What kills,
 * restarts or fills a server starts its own with `startPostgres`.
 *
 * @throws Error when this machine has no Postgres, or it does not start
 */
export async function openSharedPostgres(): Promise<TestDatabases> {
  const server = inject('sharedPostgresUrl');
  if (server === null)
    throw new Error('No Postgres was found: install it (on Debian: apt-get install postgresql).');
  await untilPostgresAnswers(server);
  await untilEmptyStoreIsMade(server);
  const keepDatabase = () => keepDatabaseOn(server);
  return {
    keepDatabase,
    async takeDatabase() {
      const database = await keepDatabase();
      onTestFinished(() => database.release());
      return database.url;
    },
    createDatabase: () => createDatabaseOn(server),
  };
}

async function keepDatabaseOn(server: string): Promise<KeptDatabase> {
  const url = unused.pop() ?? (await createDatabaseOn(server, `template ${emptyStore}`));
  const client = new pg.Client(url);
  // When the server of the run ends first.
  client.on('error', () => undefined);
  await client.connect();
  return {
    url,
    empty: async () => void (await client.query(emptyDatabase('at work'))),
    async release() {
      try {
        await client.query(emptyDatabase('any'));
        unused.push(url);
      } finally {
        await client.end();
      }
    },
  };
}

async function untilEmptyStoreIsMade(server: string): Promise<void> {
  const deadline = Date.now() + madeWithinMs;
  const search = `select from pg_database where datname = '${emptyStore}'`;
  while ((await runOn(server, search)).rowCount === 0) {
    if (Date.now() > deadline)
      throw new Error('The database that those of the tests are copied from was not made.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
