import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOperatorStore, openStore } from '#server/store/open-store.ts';
import { type RunningPostgres, startPostgres } from '#test/postgres.ts';
import { runOnStore, type StorePlace } from '#test/run-on-store.ts';
import { openSharedPostgres } from '#test/shared-postgres.ts';
import { findPostgres } from '../../scripts/postgres.ts';

/** `FAULTS=long`: as many rounds as the reliability table says; otherwise as many as `npm test` has time for. */
export const isLong = process.env.FAULTS === 'long';

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

/** In CI a missing Postgres fails the tests instead of skipping them. */
export function isSkipped(engine: Engine): boolean {
  return engine === 'postgres' && findPostgres() === null && process.env.CI === undefined;
}

export type StoreUnderTest = ReturnType<typeof lookInto>;

const claimMs = 60_000;

export async function createSqliteUnderTest(): Promise<StoreUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'entree-faults-'));
  return lookInto(
    () => ({ databaseUrl: null, dataDir }),
    () => rm(dataDir, { recursive: true, force: true }),
  );
}

/** The embedded store in a folder, which stays. */
export const storeIn = (dataDir: string): StoreUnderTest => lookInto(() => ({ databaseUrl: null, dataDir }));

/** A database on `running`; else on the Postgres of this run, where the servers that use it are what fails. */
export async function createPostgresUnderTest(running?: RunningPostgres): Promise<StoreUnderTest> {
  // The long form has a Postgres as in production: it flushes to disk.
  const own = running === undefined && isLong ? await startPostgres() : undefined;
  const databaseUrl = await (running ?? own ?? (await openSharedPostgres())).createDatabase();
  return lookInto(
    () => ({ databaseUrl, dataDir: '' }),
    async () => own?.stop(),
  );
}

/**
 * A store as a test reads it, while servers use it.
 *
 * @param currentPlace asked before each look: the primary may be another by then
 */
export function lookInto(currentPlace: () => StorePlace, end = async () => {}) {
  const place = currentPlace();
  const opened = new AsyncDisposableStack();
  opened.defer(end);
  const run = async (statement: string) => void (await runOnStore(currentPlace(), statement));
  const readIds = async (query: string) =>
    new Set((await runOnStore(currentPlace(), query)).map(({ id }) => String(id)));
  const env: Record<string, string> =
    place.databaseUrl === null ? { DATA_DIR: place.dataDir } : { DATABASE_URL: place.databaseUrl };
  return {
    /** Settings that make a server use it. */
    env,
    /** Opens it beside them; closed with this. */
    open: async () => opened.adopt(await openStore(place), (store) => store.close()),
    /** The same for what the commands use. */
    openOperator: async () => opened.adopt(await openOperatorStore(place), (store) => store.close()),
    storedIds: () => readIds('select id from submissions'),
    deliveredIds: () =>
      readIds(`select submissions.id from submissions join jobs on submission = submissions.sequence
        where jobs.kind = 'submission' and jobs.state = 'delivered'`),
    /** Of what is to be sent, but letters. */
    openJobs: () =>
      readIds(`select sequence as id from jobs where kind <> 'letter' and state in ('waiting', 'claimed')`),
    /**
     * Ends the claims that last for longer than this already: what otherwise takes the rest of a
     * minute. No send of these tests takes as long.
     */
    endClaimsOlderThan: (ms: number) =>
      run(`update jobs set due_at = 0
        where kind <> 'letter' and state = 'claimed' and due_at <= ${Date.now() + claimMs - ms}`),
    /** Ends the claims of letters, and the waits of those that were not answered. */
    endLetterClaims: () =>
      run("update jobs set due_at = 0 where kind = 'letter' and (state = 'claimed' or unanswered > 0)"),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

export const createStoreUnderTest = (engine: Engine): Promise<StoreUnderTest> =>
  engine === 'sqlite' ? createSqliteUnderTest() : createPostgresUnderTest();
