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
      proveWritable(database);
    },
    rollback() {
      // After an I/O error or a full disk SQLite has rolled back already; again would hide the cause.
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
 * A file system whose journal has just been given up (ext4 in Linux 6.18, turned read-only by an error)
 * answers some flushes as done that were not: up to five acknowledged submissions were lost that way,
 * in 4 of 80 tries. A change of metadata needs the journal, and so finds out what the flush did not say.
 *
 * @throws the file system's own error
 */
function proveWritable(database: DatabaseSync) {
  const file = database.location();
  const now = new Date();
  if (file !== null) utimesSync(file, now, now);
}
