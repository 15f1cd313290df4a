import { readdirSync, readFileSync } from 'node:fs';

/** In the order of their numbers. A migration that has been released is never changed, only followed by another. */
export function readMigrations(engine: 'sqlite' | 'postgres'): { name: string; sql: string }[] {
  const folder = new URL('./migrations/', import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith(`.${engine}.sql`))
    .sort()
    .map((file) => ({
      name: file.slice(0, -`.${engine}.sql`.length),
      sql: readFileSync(new URL(file, folder), 'utf8'),
    }));
}
