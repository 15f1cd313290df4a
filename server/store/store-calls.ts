import { sql } from 'kysely';
import { announceWebhook } from './queries/announce-webhook.ts';
import { claimDue } from './queries/claim-due.ts';
import { claimQuarantineNotice, confirmQuarantineNotice } from './queries/claim-quarantine-notice.ts';
import { finish, haltChannel, park, retryLater, returnClaim } from './queries/end-claim.ts';
import { readAddressKey } from './queries/read-address-key.ts';
import { readChannelStates } from './queries/read-channel-states.ts';
import type { EngineTraits, StoreDatabase, StoreTransaction } from './schema.ts';
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
  traits: EngineTraits,
  explain: (error: unknown) => Error,
): StoreQueries {
  const transact = createTransact(database, traits, explain);
  return {
    claimDue: (options) => transact((transaction) => claimDue(transaction, traits, options)),
    finish: (claim) => transact((transaction) => finish(transaction, traits, claim)),
    retryLater: (claim, options) =>
      transact((transaction) => retryLater(transaction, traits, claim, options)),
    park: (claim, reason) => transact((transaction) => park(transaction, traits, claim, reason)),
    haltChannel: (claim, reason) =>
      transact((transaction) => haltChannel(transaction, traits, claim, reason)),
    returnClaim: (claim) => transact((transaction) => returnClaim(transaction, traits, claim)),
    announceWebhook: (channel, webhookHash) =>
      transact((transaction) => announceWebhook(transaction, traits, channel, webhookHash)),
    channelStates: () => transact((transaction) => readChannelStates(transaction, traits)),
    addressKey: (candidate) => transact((transaction) => readAddressKey(transaction, traits, candidate)),
    claimQuarantineNotice: (options) =>
      transact((transaction) => claimQuarantineNotice(transaction, traits, options)),
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
  traits: EngineTraits,
  explain: (error: unknown) => Error,
): <Result>(run: (transaction: StoreTransaction) => Promise<Result>) => Promise<Result> {
  return (run) => retryOnConflict(traits, explain, () => database.transaction().execute(run));
}

/** Runs what the engine takes whole or not at all, again when it stood in another's way. */
export async function retryOnConflict<Result>(
  traits: EngineTraits,
  explain: (error: unknown) => Error,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let triesLeft = 3; ; triesLeft -= 1) {
    try {
      return await run();
    } catch (error) {
      if (!traits.isConflict(error) || triesLeft === 0) throw explain(error);
    }
  }
}
