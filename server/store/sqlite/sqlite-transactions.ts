import type { DatabaseSync } from 'node:sqlite';
import { createFileCheck } from './check-file.ts';

export interface SqliteTransactions {
  begin(): void;
  /** Returns once the transaction is on the disk. */
  commit(): void;
  rollback(): void;
  /** @throws when what is committed would not be found again after a restart */
  checkFile(): void;
  /** Commits what `work` did, or nothing of it. */
  run<Result>(work: () => Result): Result;
}

/** Transactions on an SQLite database of this thread, one at a time; they throw the engine's own errors. */
export function prepareTransactions(database: DatabaseSync): SqliteTransactions {
  // Immediate: a transaction that reads first and writes later could otherwise fail without waiting.
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const checkFile = createFileCheck(database);
  const transactions: SqliteTransactions = {
    checkFile,
    begin: () => void begin.run(),
    commit() {
      commit.run();
      checkFile();
    },
    rollback() {
      // After an I/O error or a full disk SQLite has rolled back already; a second rollback would hide the cause.
      if (database.isTransaction) database.exec('rollback');
    },
    run(work) {
      transactions.begin();
      try {
        const result = work();
        transactions.commit();
        return result;
      } catch (error) {
        transactions.rollback();
        throw error;
      }
    },
  };
  return transactions;
}
