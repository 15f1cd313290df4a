import { readdirSync, readFileSync } from 'node:fs';

/** In the order of their numbers. A released migration is never changed; another one follows it. */
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
