import { readdirSync, readFileSync } from 'node:fs';
import { StoreOpenError } from './errors.ts';

const folder = new URL('./migrations/', import.meta.url);
/** The tables of a new store are as this migration leaves those of an older one. */
const lastInTables = '0015-waves';
/** The oldest store that is carried over, of November 2026, has this one. */
const firstToCarryOver = '0009-counts';

/** By number. A released migration is never changed; another one follows it. */
export const migrationNames = (engine: 'sqlite' | 'postgres'): string[] =>
  readdirSync(folder)
    .flatMap((file) => (/^\d/.test(file) && file.endsWith(`.${engine}.sql`) ? file.split('.', 1) : []))
    .sort();

/**
 * What a store lacks in which these migrations were made.
 *
 * @throws {StoreOpenError} when it is too old
 */
export function readMissingMigrations(
  engine: 'sqlite' | 'postgres',
  made: ReadonlySet<unknown>,
): { name: string; sql: string }[] {
  const read = (file: string) => readFileSync(new URL(`${file}.${engine}.sql`, folder), 'utf8');
  const names = migrationNames(engine);
  if (made.size > 0) {
    if (!made.has(firstToCarryOver))
      throw new StoreOpenError(
        'The store is of a release before 23 November 2026. Open it once with the release of 25 November, then with this one.',
      );
    return names.filter((name) => !made.has(name)).map((name) => ({ name, sql: read(name) }));
  }
  const later = names.filter((name) => name > lastInTables).map((name) => ({ name, sql: read(name) }));
  return [{ name: lastInTables, sql: read('tables') }, ...later];
}
