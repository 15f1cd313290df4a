import type { EngineTraits, StoreTransaction } from './schema.ts';
import type { Accepted, NewSubmission, Store } from './store.ts';

/** The store without its group commit: what is called on the engine. */
export interface StoreCalls extends Omit<Store, 'engine' | 'accept'> {
  acceptBatch(submissions: readonly NewSubmission[]): Promise<Accepted[]>;
}

/** The methods that run the same query on both engines. */
export type QueryName = Exclude<keyof StoreCalls, 'close'>;

/** A method of the store, as it runs on the engine; on SQLite a read gets the database itself. */
export type Query<Name extends QueryName> = (
  database: StoreTransaction,
  traits: EngineTraits,
  ...values: Parameters<StoreCalls[Name]>
) => ReturnType<StoreCalls[Name]>;
