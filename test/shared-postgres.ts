import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { untilPostgresAnswers } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the Postgres of this run; null: this machine has none. */
    sharedPostgresUrl: string | null;
  }
}

/** Empty databases on the Postgres of this run. */
export interface TestDatabases {
  /** Makes an empty database and answers its URL. */
  createDatabase(): Promise<string>;
  /** Drops the databases that were made. */
  stop(): Promise<void>;
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
  const made: string[] = [];
  return {
    async createDatabase() {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      made.push(name);
      await query(server, [`create database ${name}`]);
      return Object.assign(new URL(server), { pathname: `/${name}` }).href;
    },
    stop: () =>
      query(
        server,
        made.map((name) => `drop database if exists ${name} with (force)`),
      ),
  };
}

async function query(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
