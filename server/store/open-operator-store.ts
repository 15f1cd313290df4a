import { existsSync } from 'node:fs';
import { Kysely } from 'kysely';
import { StoreOpenError } from './errors.ts';
import type { OperatorStore } from './operator-store.ts';
import { type OpenDatabase, openPostgresDatabase } from './postgres/open-postgres-calls.ts';
import { addNote } from './queries/add-note.ts';
import {
  endSessions,
  eraseRefusedSignIns,
  readSessions,
  readSignIns,
  readSignInsOf,
} from './queries/console-sessions.ts';
import { decide } from './queries/decide.ts';
import { countPrunable, erase, prune } from './queries/delete-submissions.ts';
import { findMentions } from './queries/find-mentions.ts';
import { forgetCounts, readHashKey } from './queries/forget-counts.ts';
import { countArrivals, countPeople } from './queries/people/count-people.ts';
import { countSubmissions } from './queries/people/count-submissions.ts';
import { followPeople, readIfUpToDate } from './queries/people/follow-people.ts';
import { readHeld } from './queries/people/read-held.ts';
import { firstApplicationMs, readPeopleOverview } from './queries/people/read-overview.ts';
import { readPeople } from './queries/people/read-people.ts';
import { readChannelStates } from './queries/read-channel-states.ts';
import { countRecords, findByEmail, findRecord, readRecords } from './queries/read-records.ts';
import { readReview } from './queries/read-review.ts';
import { readReviewStats } from './queries/read-review-stats.ts';
import { retryJobs } from './queries/retry-jobs.ts';
import { discard, release } from './queries/set-aside.ts';
import { addSignInLink } from './queries/sign-in-links.ts';
import type { Schema, StoreDatabase } from './schema.ts';
import { databaseFile, keepTemporaryFilesBeside } from './sqlite/database-file.ts';
import { openSqliteDatabase } from './sqlite/open-sqlite-database.ts';
import { scrubFile } from './sqlite/scrub-file.ts';
import { createSqliteDialect, createSqliteTraits } from './sqlite/sqlite-dialect.ts';
import { explainSqliteError, explainSqliteOpening } from './sqlite/sqlite-errors.ts';
import { prepareTransactions } from './sqlite/sqlite-transactions.ts';
import { createTransact } from './store-calls.ts';

export interface OpenOperatorStoreOptions {
  /** `postgres://…`; null: the embedded store in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  /** Postgres only. */
  maxConnections?: number;
  /** Postgres only. Default: a minute, because exports and counts read many rows at once. */
  statementTimeoutMs?: number;
  /** Of the list, so many people are sorted or looked at one by one; of more, it is walked in its order. */
  mostGathered?: number;
}

const usuallyGathered = 10_000;
const busyTimeoutMs = 10_000;
const usualStatementTimeoutMs = 60_000;

/**
 * Opens the server's store, whether the server runs or not, and brings its schema up to date.
 *
 * @throws {StoreOpenError} saying what happened and what to do
 */
export async function openOperatorStore({
  databaseUrl,
  dataDir,
  maxConnections = 2,
  statementTimeoutMs = usualStatementTimeoutMs,
  mostGathered = usuallyGathered,
}: OpenOperatorStoreOptions): Promise<OperatorStore> {
  const { database, traits, explain, scrub } =
    databaseUrl === null
      ? openEmbedded(dataDir)
      : await openPostgres(databaseUrl, { maxConnections, statementTimeoutMs });
  const transact = createTransact(database, traits, explain);
  const listTraits = { ...traits, mostGathered };
  const read = async <Result>(query: Promise<Result>): Promise<Result> => {
    try {
      return await query;
    } catch (error) {
      throw explain(error);
    }
  };
  /** In a transaction where one can read without a lock: on SQLite each of ours takes the writer's. */
  const readList = <Result>(run: (database: StoreDatabase) => Promise<Result>): Promise<Result> =>
    traits.locksRows ? transact(run) : read(run(database));
  return {
    engine: databaseUrl === null ? 'sqlite' : 'postgres',
    readRecords: (options) => read(readRecords(database, options)),
    countRecords: (filter) => read(countRecords(database, filter)),
    findRecord: (reference) => read(findRecord(database, reference)),
    findByEmail: (email) => read(findByEmail(database, email)),
    findMentions: (email) => readList((list) => findMentions(list, traits, email)),
    channelStates: (most) => readList((list) => readChannelStates(list, traits, most)),
    retryJobs: (options) => transact((transaction) => retryJobs(transaction, traits, options)),
    release: (which) => transact((transaction) => release(transaction, traits, which)),
    discard: (which) => transact((transaction) => discard(transaction, traits, which)),
    decide: (decision) => transact((transaction) => decide(transaction, traits, decision)),
    addNote: (note) => transact((transaction) => addNote(transaction, traits, note)),
    readReview: (about) => read(readReview(database, about)),
    readReviewStats: () => readList(readReviewStats),
    addSignInLink: (link) => transact((transaction) => addSignInLink(transaction, traits, link)),
    readSessions: (times) => transact((transaction) => readSessions(transaction, traits, times)),
    readSignIns: (limit) => read(readSignIns(database, limit)),
    readSignInsOf: (email) => read(readSignInsOf(database, email)),
    eraseRefusedSignIns: (email) => transact((transaction) => eraseRefusedSignIns(transaction, email)),
    endSessions: (who) => transact((transaction) => endSessions(transaction, who)),
    erase: (email) => transact((transaction) => erase(transaction, traits, email)),
    readHashKey: () => read(readHashKey(database)),
    forgetCounts: async (prefixes) => (databaseUrl === null ? 0 : read(forgetCounts(database, prefixes))),
    prune: (options) => transact((transaction) => prune(transaction, traits, options)),
    countPrunable: (options) => read(countPrunable(database, options)),
    scrub: (options) => read(scrub(options)),
    // Without a lock where there is nothing to do, as mostly.
    followPeople: async (options) =>
      (await read(readIfUpToDate(database))) ??
      transact((transaction) => followPeople(transaction, traits, options)),
    readPeople: (options) => readList((list) => readPeople(list, listTraits, options)),
    countPeople: (filter, isExact) => readList((list) => countPeople(list, listTraits, filter, isExact)),
    countArrivals: (filter, since) => readList((list) => countArrivals(list, listTraits, filter, since)),
    firstApplicationMs: () => read(firstApplicationMs(database)),
    // Statements on several connections, so not in a transaction.
    readPeopleOverview: (options) => read(readPeopleOverview(database, options)),
    countSubmissions: (options) => readList((list) => countSubmissions(list, traits, options)),
    readHeld: (options) => read(readHeld(database, options)),
    close: () => database.destroy(),
  };
}

interface OpenStoreFile extends OpenDatabase {
  scrub: OperatorStore['scrub'];
}

function openEmbedded(dataDir: string): OpenStoreFile {
  const file = databaseFile(dataDir);
  // The server creates an empty one. For an operator that would hide a wrong folder.
  if (!existsSync(file)) {
    throw new StoreOpenError(
      `There is no store at ${file}. Start the server once, or set DATA_DIR (or DATABASE_URL) to the one it uses.`,
    );
  }
  try {
    keepTemporaryFilesBeside(file);
    const sqlite = openSqliteDatabase(file, busyTimeoutMs);
    return {
      database: new Kysely<Schema>({ dialect: createSqliteDialect(sqlite, prepareTransactions(sqlite)) }),
      traits: createSqliteTraits(async () => Date.now()),
      explain: explainSqliteError,
      scrub: (options) => scrubFile(sqlite, options),
    };
  } catch (error) {
    throw explainSqliteOpening(error, file);
  }
}

async function openPostgres(
  databaseUrl: string,
  limits: { maxConnections: number; statementTimeoutMs: number },
): Promise<OpenStoreFile> {
  const opened = await openPostgresDatabase({
    databaseUrl,
    connectTimeoutMs: 5_000,
    ...limits,
    lockTimeoutMs: 10_000,
    idleInTransactionTimeoutMs: 60_000,
    // It was lost between two reads of a long export; the next read opens another.
    onLostConnection: () => {},
    onNextHost: () => {},
  });
  return { ...opened, scrub: async () => true };
}
