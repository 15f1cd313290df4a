import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { type RunningPostgres, startPostgres } from '#test/postgres.ts';
import { openSharedPostgres } from '#test/shared-postgres.ts';
import { findPostgres } from '../../scripts/postgres.mjs';

/** `FAULTS=long`: as many rounds as the reliability table says; otherwise as many as `npm test` has time for. */
export const isLong = process.env.FAULTS === 'long';

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

/** In CI a missing Postgres fails the tests instead of skipping them. */
export function isSkipped(engine: Engine): boolean {
  return engine === 'postgres' && findPostgres() === null && process.env.CI === undefined;
}

/** A store as a test reads it, while servers use it. */
export interface StoreUnderTest {
  /** Settings that make a server use it. */
  env: Record<string, string>;
  storedIds(): Promise<Set<string>>;
  deliveredIds(): Promise<Set<string>>;
  /**
   * Ends the leases that are held for longer than this already: what otherwise takes the rest of a
   * minute. No send of these tests takes as long.
   */
  endLeasesOlderThan(ms: number): Promise<void>;
  /** Ends the leases of letters, and the waits of those that were not answered. */
  endLetterLeases(): Promise<void>;
  remove(): Promise<void>;
}

const leaseMs = 60_000;

export async function createSqliteUnderTest(folder?: string): Promise<StoreUnderTest> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'entree-faults-')));
  const use = <Result>(run: (database: DatabaseSync) => Result): Result => {
    const database = new DatabaseSync(join(dataDir, 'waitlist.db'), { timeout: 5_000 });
    try {
      return run(database);
    } finally {
      database.close();
    }
  };
  const readIds = (sql: string) =>
    use(
      (database) =>
        new Set(
          database
            .prepare(sql)
            .all()
            .map(({ id }) => String(id)),
        ),
    );
  return {
    env: { DATA_DIR: dataDir },
    storedIds: async () => readIds(storedSql),
    deliveredIds: async () => readIds(deliveredSql),
    endLeasesOlderThan: async (ms) =>
      use((database) => {
        database
          .prepare("update jobs set due_at = 0 where kind <> 'letter' and state = 'claimed' and due_at <= ?")
          .run(Date.now() + leaseMs - ms);
      }),
    endLetterLeases: async () => use((database) => void database.prepare(endLetterLeasesSql).run()),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** A database on `running`; else on the Postgres of this run, where the servers that use it are what fails. */
export async function createPostgresUnderTest(running?: RunningPostgres): Promise<StoreUnderTest> {
  if (running === undefined && isLong) return createOwnPostgresUnderTest();
  const postgres = running ?? (await openSharedPostgres());
  const databaseUrl = await postgres.createDatabase();
  return { ...lookInto(() => databaseUrl), remove: async () => {} };
}

/** The long form has a Postgres as in production: it flushes to disk. */
async function createOwnPostgresUnderTest(): Promise<StoreUnderTest> {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  return { ...lookInto(() => databaseUrl), remove: () => postgres.stop() };
}

/** @param currentUrl asked before each look: the primary may be another by then */
export function lookInto(currentUrl: () => string): Omit<StoreUnderTest, 'remove'> {
  const query = async (sql: string, values: unknown[] = []) => {
    const client = new pg.Client(currentUrl());
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<{ id: string }>(sql, values)).rows;
    } finally {
      await client.end();
    }
  };
  const readIds = async (sql: string) => new Set((await query(sql)).map(({ id }) => id));
  return {
    env: { DATABASE_URL: currentUrl() },
    storedIds: () => readIds(storedSql),
    deliveredIds: () => readIds(deliveredSql),
    async endLeasesOlderThan(ms) {
      await query(
        `update jobs set due_at = 0 where kind <> 'letter' and state = 'claimed'
         and due_at <= (extract(epoch from clock_timestamp()) * 1000)::bigint + $1`,
        [leaseMs - ms],
      );
    },
    endLetterLeases: async () => void (await query(endLetterLeasesSql)),
  };
}

/** A Postgres whose data are in this folder, whatever folder for temporary files the machine has. */
export async function startPostgresOn(folder: string): Promise<RunningPostgres> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await startPostgres();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

const endLetterLeasesSql =
  "update jobs set due_at = 0 where kind = 'letter' and (state = 'claimed' or unanswered > 0)";
const storedSql = 'select id from submissions';
const deliveredSql = `select submissions.id from submissions join jobs on submission = submissions.sequence
  where jobs.kind = 'submission' and jobs.state = 'delivered'`;

export const createStoreUnderTest = (engine: Engine): Promise<StoreUnderTest> =>
  engine === 'sqlite' ? createSqliteUnderTest() : createPostgresUnderTest();
