import { sql } from 'kysely';
import { announceWebhook } from './queries/announce-webhook.ts';
import { claimDue } from './queries/claim-due.ts';
import { claimQuarantineNotice, confirmQuarantineNotice } from './queries/claim-quarantine-notice.ts';
import { readAddressKey } from './queries/read-address-key.ts';
import { readChannelStates } from './queries/read-channel-states.ts';
import { finish, haltChannel, letGo, park, retryLater } from './queries/settle-claim.ts';
import type { Dialect, StoreDatabase, StoreTransaction } from './schema.ts';
import type { Accepted, NewSubmission, Store } from './store.ts';

/** The store without its group commit: what is called on the engine, one transaction each. */
export interface StoreCalls extends Omit<Store, 'engine' | 'accept'> {
  acceptBatch(submissions: readonly NewSubmission[]): Promise<Accepted[]>;
}

/** What is the same on both engines. */
export type StoreQueries = Omit<StoreCalls, 'acceptBatch' | 'close'>;

/**
 * The queries bound to a database, the same for both engines.
 *
 * @param explain turns the engine's error into one of `errors.ts`
 */
export function createQueries(
  database: StoreDatabase,
  dialect: Dialect,
  explain: (error: unknown) => Error,
): StoreQueries {
  const transact = createTransact(database, dialect, explain);
  return {
    claimDue: (options) => transact((transaction) => claimDue(transaction, dialect, options)),
    finish: (claim) => transact((transaction) => finish(transaction, dialect, claim)),
    retryLater: (claim, options) =>
      transact((transaction) => retryLater(transaction, dialect, claim, options)),
    park: (claim, reason) => transact((transaction) => park(transaction, dialect, claim, reason)),
    haltChannel: (claim, reason) =>
      transact((transaction) => haltChannel(transaction, dialect, claim, reason)),
    letGo: (claim) => transact((transaction) => letGo(transaction, dialect, claim)),
    announceWebhook: (channel, webhookHash) =>
      transact((transaction) => announceWebhook(transaction, dialect, channel, webhookHash)),
    channelStates: () => transact((transaction) => readChannelStates(transaction, dialect)),
    addressKey: (candidate) => transact((transaction) => readAddressKey(transaction, dialect, candidate)),
    claimQuarantineNotice: (options) =>
      transact((transaction) => claimQuarantineNotice(transaction, dialect, options)),
    confirmQuarantineNotice: (sequence) =>
      transact((transaction) => confirmQuarantineNotice(transaction, sequence)),
    ping: async () => {
      try {
        await sql`select 1 from channels`.execute(database);
      } catch (error) {
        throw explain(error);
      }
    },
  };
}

/** Runs a transaction, again when it stood in another's way. */
export function createTransact(
  database: StoreDatabase,
  dialect: Dialect,
  explain: (error: unknown) => Error,
): <Result>(run: (transaction: StoreTransaction) => Promise<Result>) => Promise<Result> {
  return (run) => outliveConflicts(dialect, explain, () => database.transaction().execute(run));
}

/** Runs what the engine takes whole or not at all, again when it stood in another's way. */
export async function outliveConflicts<Result>(
  dialect: Dialect,
  explain: (error: unknown) => Error,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let triesLeft = 3; ; triesLeft -= 1) {
    try {
      return await run();
    } catch (error) {
      if (!dialect.isConflict(error) || triesLeft === 0) throw explain(error);
    }
  }
}
