import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Dialect as KyselyDialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { EngineTraits } from '#server/store/schema.ts';
import type { SqliteTransactions } from './sqlite-transactions.ts';

/** Kysely on node:sqlite: its own dialect expects the statements of better-sqlite3. */
export function createSqliteDialect(database: DatabaseSync, transactions: SqliteTransactions): KyselyDialect {
  return {
    createDriver: () => createDriver(database, transactions),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  };
}

function createDriver(database: DatabaseSync, transactions: SqliteTransactions): Driver {
  const connection = createConnection(database);
  return {
    init: async () => {},
    // The adapter says that there is one connection, so Kysely lets one transaction in at a time.
    acquireConnection: async () => connection,
    beginTransaction: async () => transactions.begin(),
    commitTransaction: async () => transactions.commit(),
    rollbackTransaction: async () => transactions.rollback(),
    releaseConnection: async () => {},
    destroy: async () => database.close(),
  };
}

function createConnection(database: DatabaseSync): DatabaseConnection {
  const statements = new Map<string, StatementSync>();
  function prepare(sql: string) {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    // Queries with a list have a statement for each length of it; they are not kept without limit.
    if (statements.size >= 500) statements.clear();
    statements.set(sql, statement);
    return statement;
  }
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const statement = prepare(sql);
      const values = parameters as readonly SQLInputValue[];
      if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] };
      const { changes, lastInsertRowid } = statement.run(...values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for it; nothing here streams.
    async *streamQuery() {
      throw new Error('The SQLite store does not stream.');
    },
  };
}

/** A transaction locks the whole database, and waits for the other ones before it begins. */
export const createSqliteTraits = (readNowMs: () => Promise<number>): EngineTraits => ({
  lock: (query) => query,
  lockApplicant: (query) => query,
  lockApplicants: async () => undefined,
  readsInTransactions: false,
  hasWords: (words) =>
    sql`id in (select rowid from applicant_words
      where applicant_words match ${words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' AND ')})`,
  allowTextIndex: async () => undefined,
  // The counts are in the server's memory.
  forgetCounts: async () => 0,
  readNowMs,
  isConflict: () => false,
});
