import { readdirSync, readFileSync } from 'node:fs';
import { StoreOpenError } from './errors.ts';

const folder = new URL('./migrations/', import.meta.url);
/** The whole schema of release 0.1.0; a store that lacks it is too old to be opened. */
const initial = '0019-applied-again';

/** By number. A released migration is never changed; another one follows it. */
export const readMigrationNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace('.sql', ''))
    .sort();

/**
 * The migrations that a store lacks, when these were made in it.
 *
 * @throws {StoreOpenError} when it is too old
 */
export function readMissingMigrations(
  engine: 'sqlite' | 'postgres',
  made: ReadonlySet<unknown>,
): { name: string; sql: string }[] {
  if (made.size > 0 && !made.has(initial))
    throw new StoreOpenError(
      'The store is of a release before 0.1.0. Open it once with release 0.1.0 of 27 November 2026 (commit 572ea360), then with this one.',
    );
  return readMigrationNames()
    .filter((name) => !made.has(name))
    .map((name) => ({ name, sql: forEngine(engine, readFileSync(new URL(`${name}.sql`, folder), 'utf8')) }));
}

/** A comment that begins with the engine's name is a part for that engine alone. SQLite has one type of integers. */
export function forEngine(engine: 'sqlite' | 'postgres', sql: string): string {
  const own = sql.replaceAll(new RegExp(`/\\*${engine}\\s(.*?)(?:\\*/|$)`, 'gs'), '$1');
  return engine === 'sqlite' ? own.replaceAll('bigint', 'integer') : own;
}
