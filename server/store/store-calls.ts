import { sql } from 'kysely';
import { acceptBatch } from './queries/accept-batch.ts';
import { queueReply } from './queries/add-jobs.ts';
import { addNote } from './queries/add-note.ts';
import { addressKey, readAddressKey } from './queries/address-key.ts';
import { readApplicationsOf } from './queries/applicants/read-applicant-rows.ts';
import { countApplicants, countArrivals, readApplicants } from './queries/applicants/read-applicants.ts';
import { firstApplicationMs, readOverview } from './queries/applicants/read-overview.ts';
import { deriveApplicants } from './queries/applicants/refresh-applicants.ts';
import { claimJobs } from './queries/claim-jobs.ts';
import { decide } from './queries/decide.ts';
import { countPrunable, erase, prune } from './queries/delete-submissions.ts';
import { endClaim } from './queries/end-claim.ts';
import { findMentions } from './queries/find-mentions.ts';
import { readMessageUpdates } from './queries/messages.ts';
import { connectQueue } from './queries/queues.ts';
import { channelStates } from './queries/read-channel-states.ts';
import { countRecords, findByEmail, findRecord, readRecords } from './queries/read-records.ts';
import { readReview } from './queries/read-review.ts';
import { retryJobs } from './queries/retry-jobs.ts';
import { sendLetterAgain } from './queries/send-letter-again.ts';
import { discard, release } from './queries/set-aside.ts';
import {
  addSignInLink,
  endSession,
  endSessions,
  eraseRefusedSignIns,
  findSession,
  readSessions,
  readSignIns,
  readSignInsOf,
  recordSignIn,
  redeemSignInLink,
  startSession,
} from './queries/sign-ins.ts';
import { readWave, stopWave } from './queries/waves.ts';
import type { EngineTraits, StoreDatabase, StoreTransaction } from './schema.ts';

type Query<Database> = (database: Database, traits: EngineTraits, ...values: never[]) => Promise<unknown>;

/**
 * Every query of the store, by its method of `Store`. The types of both, the calls of both engines, and the messages
 * to the SQLite worker are made from these two tables. What writes stands in `writes`: on SQLite the queries in `reads`
 * run outside a transaction.
 */
const reads = {
  /** Throws when the engine does not answer within its timeout. */
  async ping(database: StoreDatabase, traits: EngineTraits): Promise<void> {
    traits.checkFile();
    await sql`select 1 from channels`.execute(database);
  },
  channelStates,
  readRecords,
  countRecords,
  findRecord,
  findByEmail,
  findMentions,
  readReview,
  readWave,
  readApplicants,
  countApplicants,
  readApplicationsOf,
  countArrivals,
  firstApplicationMs,
  readOverview,
  readSessions,
  readSignIns,
  readSignInsOf,
  readAddressKey,
  readMessageUpdates,
  countPrunable,
  /**
   * Removes what was deleted from every byte of the embedded store's file. False: another process is writing, or still
   * reads the log. Postgres reuses the space of deleted rows by itself.
   */
  rewriteFile: async (_database: StoreDatabase, traits: EngineTraits) => traits.rewriteFile(),
  /** The same of its log. */
  emptyLog: async (_database: StoreDatabase, traits: EngineTraits) => traits.emptyLog(),
} satisfies Record<string, Query<StoreDatabase>>;

/** Each is one transaction. */
const writes = {
  acceptBatch,
  connectQueue,
  claimJobs,
  endClaim,
  queueReply,
  retryJobs,
  release,
  discard,
  addressKey,
  decide,
  addNote,
  stopWave,
  sendLetterAgain,
  addSignInLink,
  redeemSignInLink,
  startSession,
  findSession,
  endSession,
  recordSignIn,
  endSessions,
  eraseRefusedSignIns,
  erase,
  /**
   * Deletes the counts of the rate limits whose keys begin with one of these, and answers how many there were. On the
   * embedded store the server counts in its memory, for at most an hour, and the store holds no counts.
   */
  forgetCounts: (transaction: StoreTransaction, traits: EngineTraits, prefixes: readonly string[]) =>
    traits.forgetCounts(transaction, prefixes),
  prune,
} satisfies Record<string, Query<StoreTransaction>>;

const queries = { ...reads, ...writes };

type Queries = typeof queries;
type Values<Call extends Query<never>> =
  Parameters<Call> extends [unknown, unknown, ...infer Rest] ? Rest : [];

/** Each query without its database and traits. An editor goes from a call to the line of the table above. */
type QueryCalls = {
  [Name in keyof Queries]: (...values: Values<Queries[Name]>) => ReturnType<Queries[Name]>;
};

/** The store without its group commit: what is called on the engine. */
export type StoreCalls = QueryCalls & { close(): Promise<void> };

/** The methods of the query tables, each answered by `run`. */
export function createQueryCalls(
  run: (name: keyof Queries, values: readonly unknown[]) => Promise<unknown>,
): QueryCalls {
  const names = Object.keys(queries) as (keyof Queries)[];
  return Object.fromEntries(
    names.map((name) => [name, (...values: readonly unknown[]) => run(name, values)]),
  ) as unknown as QueryCalls;
}

/**
 * Makes the store's calls on this database. First derives the rows that the last migration left. On Postgres a read is
 * a transaction too, so that its statements see one moment; on SQLite every transaction takes the writers' lock.
 */
export async function createStoreCalls(database: StoreDatabase, traits: EngineTraits): Promise<StoreCalls> {
  /** On a conflict with another transaction it runs again, at most three times. */
  async function transact<Result>(run: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    for (let retriesLeft = 3; ; retriesLeft -= 1) {
      try {
        return await database.transaction().execute(run);
      } catch (error) {
        if (!traits.isConflict(error) || retriesLeft === 0) throw traits.explain(error);
      }
    }
  }
  while (await transact((transaction) => deriveApplicants(transaction)));
  const calls = createQueryCalls(async (name, values) => {
    const query = queries[name] as (
      database: StoreDatabase,
      traits: EngineTraits,
      ...values: readonly unknown[]
    ) => Promise<unknown>;
    if (traits.readsInTransactions || !(name in reads))
      return transact((transaction) => query(transaction, traits, ...values));
    try {
      return await query(database, traits, ...values);
    } catch (error) {
      throw traits.explain(error);
    }
  });
  return { ...calls, close: () => database.destroy() };
}
