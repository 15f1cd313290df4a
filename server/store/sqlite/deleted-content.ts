import type { DatabaseSync } from 'node:sqlite';
import { isBusyForSqlite } from './sqlite-errors.ts';

/**
 * `secure_delete` overwrites a deleted row in its last place. It misses the copies that SQLite left in unused
 * bytes of other pages when it moved the row between pages, and the write-ahead log. Only a rewritten file
 * with an empty log contains nothing of a deleted row (docs/decisions/0009).
 */

/**
 * Rewrites all pages of the database. Meanwhile it needs free space of twice the file's size, and other
 * connections cannot write: about 0.4 s for 100,000 submissions.
 *
 * @returns false: another connection was writing for longer than the busy timeout
 * @throws the engine's own error
 */
export function rewriteFile(database: DatabaseSync): boolean {
  try {
    database.exec('vacuum');
    return true;
  } catch (error) {
    if (isBusyForSqlite(error)) return false;
    throw error;
  }
}

/**
 * Moves the write-ahead log into the database file and truncates it. Does not wait for other connections.
 *
 * @returns false: another connection still reads from the log
 * @throws the engine's own error
 */
export function emptyLog(database: DatabaseSync): boolean {
  const { timeout } = database.prepare('pragma busy_timeout').get() as { timeout: number };
  database.exec('pragma busy_timeout = 0');
  try {
    return database.prepare('pragma wal_checkpoint(truncate)').get()?.['busy'] === 0;
  } catch (error) {
    if (isBusyForSqlite(error)) return false;
    throw error;
  } finally {
    database.exec(`pragma busy_timeout = ${timeout}`);
  }
}
