import { inject, onTestFinished } from 'vitest';
import { acquireDatabase, createBareDatabase, releaseDatabase } from './emptied-databases.ts';
import { untilPostgresAnswers } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the Postgres of this run; null: this machine has none. */
    sharedPostgresUrl: string | null;
  }
}

/** Databases on the Postgres of this run. */
export interface TestDatabases {
  /** The URL of a database with the store's schema and nothing stored. When the test ends it is the next one's. */
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
  return {
    async takeDatabase() {
      const database = await acquireDatabase(server);
      onTestFinished(() => releaseDatabase(server, database));
      return database.url;
    },
    createDatabase: () => createBareDatabase(server),
  };
}
