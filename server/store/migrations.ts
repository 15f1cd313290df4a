import { readdirSync, readFileSync } from 'node:fs';
import { StoreOpenError } from './errors.ts';

const folder = new URL('./migrations/', import.meta.url);
/** The whole schema of that time; a store that lacks it is too old to be opened. */
const initial = '0016-applicants-to-count';

/** By number. A released migration is never changed; another one follows it. */
export const migrationNames = (engine: 'sqlite' | 'postgres'): string[] =>
  readdirSync(folder)
    .flatMap((file) => (file.endsWith(`.${engine}.sql`) ? file.split('.', 1) : []))
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
  if (made.size > 0 && !made.has(initial))
    throw new StoreOpenError(
      'The store is of a release before 26 November 2026. Open it once with the release of 26 November 2026 (commit 6d607c7), then with this one.',
    );
  return migrationNames(engine)
    .filter((name) => !made.has(name))
    .map((name) => ({ name, sql: readFileSync(new URL(`${name}.${engine}.sql`, folder), 'utf8') }));
}
