import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { damagedError, isDamagedForSqlite } from './sqlite-errors.ts';

const maxProblems = 5;

/** A file beside the database, which says that a process had to end because of it. */
export const failureMark = (file: string): string => `${file}-failed`;

/** The next start checks the file before it uses it. */
export function markFailure(file: string): void {
  try {
    writeFileSync(failureMark(file), '', { mode: 0o600 });
  } catch {
    // The failed disk may not take a new file either; then the next start does not check the store.
  }
}

/** After a failure the file must be checked before it is used. */
export function isMarkedAsFailed(file: string): boolean {
  return existsSync(failureMark(file));
}

/**
 * Reads the whole file if it is marked, and removes the mark when the file is in order.
 *
 * @throws {StoreDamagedError} naming what is damaged
 */
export function checkAfterFailure(file: string): void {
  if (!isMarkedAsFailed(file)) return;
  const problems = findProblems(file);
  if (problems.length > 0) throw damagedError(file, problems.join('; '));
  rmSync(failureMark(file), { force: true });
}

function findProblems(file: string): string[] {
  if (!existsSync(file)) return [];
  try {
    using database = new DatabaseSync(file, { timeout: 10_000, readOnly: true });
    return database
      .prepare(`pragma integrity_check(${maxProblems})`)
      .all()
      .map((row) => String(row['integrity_check']).replaceAll(/\s+/g, ' '))
      .filter((problem) => problem !== 'ok');
  } catch (error) {
    if (isDamagedForSqlite(error)) return [(error as Error).message];
    throw error;
  }
}
