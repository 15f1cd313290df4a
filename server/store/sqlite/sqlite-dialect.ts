import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  type Dialect,
  type SelectModifierNode,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';

type Values = readonly SQLInputValue[];

/**
 * Kysely on node:sqlite, whose statements differ a little from those of better-sqlite3 that it expects.
 *
 * @param checkFile throws when what is committed would not be found again after a restart
 */
export function createSqliteDialect(database: DatabaseSync, checkFile: () => void): Dialect {
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
    const known = transactionStatements[sql];
    if (known !== undefined) return known;
    const prepared = database.prepare(sql);
    return {
      reader: prepared.columns().length > 0,
      // As plain objects, like those of Postgres: these rows have no prototype.
      all: (values: unknown) => prepared.all(...(values as Values)).map((row) => ({ ...row })),
      run: (values: unknown) => prepared.run(...(values as Values)),
      iterate: (values: unknown) => prepared.iterate(...(values as Values)),
    };
  }
  return new DialectWithoutRowLocks({ database: { prepare, close: () => database.close() } });
}

class DialectWithoutRowLocks extends SqliteDialect {
  override createQueryCompiler(): QueryCompiler {
    return new QueryCompiler();
  }
}

/** Leaves out `for update`: a transaction locks the whole database, and waits for the others before it begins. */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate') super.visitSelectModifier(node);
  }
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
