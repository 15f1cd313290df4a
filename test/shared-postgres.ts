import { inject, onTestFinished } from 'vitest';
import { createDatabaseOn, runOn, untilPostgresAnswers } from './postgres.ts';
import { emptyStore } from './start-shared-postgres.ts';

const madeWithinMs = 30_000;

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the Postgres of this run; null: this machine has none. */
    sharedPostgresUrl: string | null;
  }
}

/** Databases on the Postgres of this run. */
export interface TestDatabases {
  /** The URL of a database with the store's schema and nothing stored. It ends with the test, which must close its stores. */
  takeDatabase(): Promise<string>;
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
  return {
    async takeDatabase() {
      const url = await createDatabaseOn(server, `template ${emptyStore} strategy file_copy`);
      // Refused, five seconds later, while a store of the test is still open.
      onTestFinished(
        async () => void (await runOn(server, `drop database ${new URL(url).pathname.slice(1)}`)),
      );
      return url;
    },
    createDatabase: () => createDatabaseOn(server),
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
