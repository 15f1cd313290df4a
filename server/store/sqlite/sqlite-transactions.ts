import { utimesSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

export interface SqliteTransactions {
  begin(): void;
  /** Returns once the transaction is on the disk. */
  commit(): void;
  rollback(): void;
  /** Commits what `work` did, or nothing of it. */
  run<Result>(work: () => Result): Result;
}

/** Transactions on an SQLite database of this thread, one at a time; they throw the engine's own errors. */
export function prepareTransactions(database: DatabaseSync): SqliteTransactions {
  // Immediate: a transaction that reads first and writes later could otherwise fail without waiting.
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const transactions: SqliteTransactions = {
    begin: () => void begin.run(),
    commit() {
      commit.run();
      checkStillWritable(database);
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

/**
 * A file system that has just turned read-only after an error (ext4 in Linux 6.18, its journal aborted)
 * reports some flushes as done that were not: in 4 of 80 tries up to five acknowledged submissions were
 * lost that way. A change of metadata needs the journal, so it fails where the flush did not.
 *
 * @throws the file system's own error
 */
function checkStillWritable(database: DatabaseSync) {
  const file = database.location();
  const now = new Date();
  if (file !== null) utimesSync(file, now, now);
}
