import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type Dialect, SqliteDialect, type SqliteStatement } from 'kysely';

type Values = readonly SQLInputValue[];

/**
 * Kysely on node:sqlite, whose statements differ a little from those of better-sqlite3 that it expects.
 *
 * @param checkFile throws when what is committed would not be found again after a restart
 */
export function createSqliteDialect(database: DatabaseSync, checkFile: () => void): Dialect {
  const statements = new Map<string, SqliteStatement>();
  const transactionStatements: Record<string, SqliteStatement> = {
    // Immediate: a transaction that reads first and writes later could otherwise fail without waiting.
    begin: runs(() => database.exec('begin immediate')),
    commit: runs(() => {
      database.exec('commit');
      checkFile();
    }),
    // After an I/O error or a full disk SQLite has rolled back already; a second rollback would hide the cause.
    rollback: runs(() => database.isTransaction && database.exec('rollback')),
  };

  function prepare(sql: string): SqliteStatement {
    const known = transactionStatements[sql] ?? statements.get(sql);
    if (known !== undefined) return known;
    const prepared = database.prepare(sql);
    const statement = {
      reader: prepared.columns().length > 0,
      all: (values: unknown) => prepared.all(...(values as Values)),
      run: (values: unknown) => prepared.run(...(values as Values)),
      iterate: (values: unknown) => prepared.iterate(...(values as Values)),
    };
    // Queries with a list have a statement for each length of it; they are not kept without limit.
    if (statements.size >= 500) statements.clear();
    statements.set(sql, statement);
    return statement;
  }
  return new SqliteDialect({ database: { prepare, close: () => database.close() } });
}

const runs = (run: () => void): SqliteStatement => ({
  reader: false,
  all: () => [],
  run() {
    run();
    return { changes: 0, lastInsertRowid: 0 };
  },
  iterate: () => [][Symbol.iterator](),
});
