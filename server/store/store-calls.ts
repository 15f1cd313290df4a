import type { Kysely } from 'kysely';
import * as reads from './reads.ts';
import type { EngineTraits, Schema, StoreDatabase, StoreTransaction } from './schema.ts';
import * as writes from './writes.ts';

type Query<Database> = (database: Database, ...values: never[]) => Promise<unknown>;

/**
 * Every query of the store, by its method of `Store`. The types of both, the calls of both engines, and the messages
 * to the SQLite worker are made from these two tables. Each of `writes` is one transaction; on SQLite those of `reads`
 * run outside one.
 */
const queries = { ...reads, ...writes };
reads satisfies Record<string, Query<StoreDatabase>>;
writes satisfies Record<string, Query<StoreTransaction>>;

type Queries = typeof queries;
type Values<Call extends Query<never>> = Parameters<Call> extends [unknown, ...infer Rest] ? Rest : [];

/** Each query without its database. From a call an editor goes to its line in a table, then to the query. */
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

/** Makes the store's calls on this database. */
export function createStoreCalls(engine: Kysely<Schema>, traits: EngineTraits): StoreCalls {
  const database = Object.assign(engine, { traits });
  /** On a conflict with another transaction it runs again, at most three times. */
  async function transact<Result>(run: (transaction: StoreTransaction) => Promise<Result>): Promise<Result> {
    for (let retriesLeft = 3; ; retriesLeft -= 1) {
      try {
        return await database
          .transaction()
          .execute((transaction) => run(Object.assign(transaction, { traits })));
      } catch (error) {
        if (!traits.isConflict(error) || retriesLeft === 0) throw traits.explain(error);
      }
    }
  }
  const calls = createQueryCalls(async (name, values) => {
    const query = queries[name] as (
      database: StoreDatabase,
      ...values: readonly unknown[]
    ) => Promise<unknown>;
    if (traits.readsInTransactions || !(name in reads))
      return transact((transaction) => query(transaction, ...values));
    try {
      return await query(database, ...values);
    } catch (error) {
      throw traits.explain(error);
    }
  });
  return { ...calls, close: () => database.destroy() };
}
