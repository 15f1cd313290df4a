import { sql } from 'kysely';
import { queueReply } from './queries/add-jobs.ts';
import { addNote } from './queries/add-note.ts';
import { claimJobs } from './queries/claim-jobs.ts';
import { endSession, findSession, recordSignIn, startSession } from './queries/console-sessions.ts';
import { decide } from './queries/decide.ts';
import { endClaim } from './queries/end-claim.ts';
import { connectQueue } from './queries/queues.ts';
import { readAddressKey } from './queries/read-address-key.ts';
import { readChannelStates } from './queries/read-channel-states.ts';
import { readReview } from './queries/read-review.ts';
import { addSignInLink, redeemSignInLink } from './queries/sign-in-links.ts';
import type { EngineTraits, StoreDatabase, StoreTransaction } from './schema.ts';
import type { Accepted, NewSubmission, Store } from './store.ts';

/** The store without its group commit: what is called on the engine, one transaction each. */
export interface StoreCalls extends Omit<Store, 'engine' | 'accept'> {
  acceptBatch(submissions: readonly NewSubmission[]): Promise<Accepted[]>;
}

/** The methods that run the same query on both engines; the others are written for each engine. */
export type QueryName = Exclude<keyof StoreCalls, 'acceptBatch' | 'ping' | 'close'>;

/**
 * Every query that the server runs. A new method of `Store` is two edits: its signature there and its
 * query here. The calls of both engines, and the messages to the SQLite worker, are made from this
 * table; the compiler names a method of `Store` that is missing in it.
 */
const queries: {
  [Name in QueryName]: (
    transaction: StoreTransaction,
    traits: EngineTraits,
    ...values: Parameters<StoreCalls[Name]>
  ) => ReturnType<StoreCalls[Name]>;
} = {
  connectQueue,
  claimJobs,
  endClaim,
  queueReply,
  channelStates: readChannelStates,
  addressKey: readAddressKey,
  decide,
  addNote,
  addSignInLink,
  redeemSignInLink,
  startSession,
  findSession,
  endSession,
  recordSignIn,
  readReview: (transaction, _traits, about) => readReview(transaction, about),
};

/** The methods of the query table, each answered by `run`. */
export function createQueryCalls(
  run: (name: QueryName, values: readonly unknown[]) => Promise<unknown>,
): Pick<StoreCalls, QueryName> {
  const names = Object.keys(queries) as QueryName[];
  return Object.fromEntries(
    names.map((name) => [name, (...values: readonly unknown[]) => run(name, values)]),
  ) as unknown as Pick<StoreCalls, QueryName>;
}

/**
 * The methods of the query table on this database, one transaction each.
 *
 * @param explain turns the engine's error into one of `errors.ts`
 */
export function createQueries(
  database: StoreDatabase,
  traits: EngineTraits,
  explain: (error: unknown) => Error,
): Pick<StoreCalls, QueryName> {
  const transact = createTransact(database, traits, explain);
  return createQueryCalls((name, values) => {
    const query = queries[name] as (
      transaction: StoreTransaction,
      traits: EngineTraits,
      ...values: readonly unknown[]
    ) => Promise<unknown>;
    return transact((transaction) => query(transaction, traits, ...values));
  });
}

/** Reads without a transaction, so that it waits for no writer. */
export function createPing(database: StoreDatabase, explain: (error: unknown) => Error): StoreCalls['ping'] {
  return async () => {
    try {
      await sql`select 1 from channels`.execute(database);
    } catch (error) {
      throw explain(error);
    }
  };
}

/** Runs a transaction; on a conflict with another transaction it runs again. */
export function createTransact(
  database: StoreDatabase,
  traits: EngineTraits,
  explain: (error: unknown) => Error,
): <Result>(run: (transaction: StoreTransaction) => Promise<Result>) => Promise<Result> {
  return (run) => retryOnConflict(traits, explain, () => database.transaction().execute(run));
}

/** Runs what the engine commits as a whole or not at all; on a conflict at most three times more. */
export async function retryOnConflict<Result>(
  traits: EngineTraits,
  explain: (error: unknown) => Error,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let retriesLeft = 3; ; retriesLeft -= 1) {
    try {
      return await run();
    } catch (error) {
      if (!traits.isConflict(error) || retriesLeft === 0) throw explain(error);
    }
  }
}
