import { type RawBuilder, sql } from 'kysely';
import type { StoreDatabase } from '#server/store/schema.ts';
import { every, from, isPart, type ListTraits, type ReadFilter } from './people-conditions.ts';
import { beginningWith, havingAtLeast, type WordSearch } from './person-words.ts';

/** Numbers of people among whom all that match are: few enough to look at each. */
export interface SmallSet {
  sequences: RawBuilder<{ sequence: number }>;
  /** All of them have the words. */
  haveWords: boolean;
}

/**
 * The smallest set that one index names and that holds all that match: those of the mailbox, with the words, of the
 * city, of the time, or of the parts. null: each of them is large, or there is no condition.
 */
export async function findSmallSet(
  database: StoreDatabase,
  traits: ListTraits,
  { parts, city, time, words, mailbox }: ReadFilter,
): Promise<SmallSet | null> {
  if (mailbox !== null) return { sequences: mailbox, haveWords: false };
  const withWords = words && (await findSmallSetWithWords(database, traits, words));
  if (withWords) return withWords;
  const index = city === null ? 'people_by_state' : 'people_by_city';
  const sequences = sql<{ sequence: number }>`${sql.join(
    parts.map(
      (part) =>
        sql`select sequence from ${from(traits, index)} where ${every(isPart(part), city ?? time, city === null ? null : time)}`,
    ),
    sql` union all `,
  )}`;
  return (await isSmall(database, traits, sequences)) ? { sequences, haveWords: words === null } : null;
}

async function findSmallSetWithWords(
  database: StoreDatabase,
  traits: ListTraits,
  { words, matches }: WordSearch,
): Promise<SmallSet | null> {
  if (!traits.locksRows) return findRareWords(database, traits, words);
  await setBitmapScan(database, 'on');
  if (await isSmall(database, traits, matches)) return { sequences: matches, haveWords: true };
  await setBitmapScan(database, 'off');
  return null;
}

/**
 * On SQLite. The index collects all people of a frequent word, also where a rare word beside it leaves few. So only
 * the rare words are asked for, and the others are looked for in the texts of the people whom these name.
 */
async function findRareWords(
  database: StoreDatabase,
  traits: ListTraits,
  words: readonly string[],
): Promise<SmallSet | null> {
  const rare: string[] = [];
  for (const word of words) if (await isSmall(database, traits, havingAtLeast([word]))) rare.push(word);
  if (rare.length === 0 && !(await isSmall(database, traits, havingAtLeast(words)))) return null;
  const asked = rare.length === 0 ? words : rare;
  const sequences = beginningWith(asked);
  return (await isSmall(database, traits, sequences))
    ? { sequences, haveWords: asked.length === words.length }
    : null;
}

async function isSmall(
  database: StoreDatabase,
  { mostGathered }: ListTraits,
  sequences: RawBuilder<{ sequence: number }>,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from (${sequences}) as named limit ${sql.lit(mostGathered + 1)}) as counted
  `.execute(database);
  return (rows[0]?.count ?? 0) <= mostGathered;
}

/** On Postgres. The index of words is read by bitmap scans only, which our connections otherwise avoid. */
export async function setBitmapScan(database: StoreDatabase, value: 'on' | 'off'): Promise<void> {
  await sql`set local enable_bitmapscan = ${sql.raw(value)}`.execute(database);
}
