import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { forEngine } from '#server/store/migrations.ts';
import { runOn } from '#test/postgres.ts';
import type { StorePlace } from '#test/run-on-store.ts';

/** When the rows were written. */
const writtenAtMs = 1_795_854_909_981;

/** Makes an empty store in an empty place, as release 0.1.0 did. */
export const makeOlderStore = (place: StorePlace): Promise<void> => execute(place, 'schema.sql');

/**
 * Fills it with a row in every state, as if that release had ended a minute ago.
 *
 * @param replacements of texts in the rows
 */
export const fillOlderStore = (
  place: StorePlace,
  replacements: Readonly<Record<string, string>> = {},
): Promise<void> => execute(place, 'rows.sql', replacements);

async function execute(
  { databaseUrl, dataDir }: StorePlace,
  name: string,
  replacements: Readonly<Record<string, string>> = {},
): Promise<void> {
  const laterMs = Date.now() - 60_000 - writtenAtMs;
  const engine = databaseUrl === null ? 'sqlite' : 'postgres';
  let statements = forEngine(engine, await readFile(join(import.meta.dirname, name), 'utf8'));
  for (const [text, replacement] of Object.entries(replacements))
    statements = statements.replaceAll(text, replacement);
  statements = statements.replaceAll(/\b179\d{10}\b/g, (atMs) => String(Number(atMs) + laterMs));
  if (databaseUrl !== null) return void (await runOn(databaseUrl, statements));
  await mkdir(dataDir, { recursive: true });
  using database = new DatabaseSync(join(dataDir, 'waitlist.db'));
  database.exec(statements);
}
