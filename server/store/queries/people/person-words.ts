import { type RawBuilder, sql } from 'kysely';
import type { EngineTraits, StoreTransaction } from '#server/store/schema.ts';
import { wordsOf } from '#server/store/words.ts';

/** The words of one person's submissions, under the number of the newest. */
export interface PersonWords {
  sequence: number;
  words: readonly string[];
}

export async function insertWords(
  transaction: StoreTransaction,
  { locksRows }: EngineTraits,
  people: readonly PersonWords[],
): Promise<void> {
  if (people.length === 0) return;
  if (locksRows) {
    const rows = JSON.stringify(people);
    // No parser of the database's: both engines hold the same words.
    await sql`insert into people_words (sequence, words)
      select sequence, array_to_tsvector(array(select json_array_elements_text(words)))
      from json_to_recordset(${rows}) as person (sequence bigint, words json)`.execute(transaction);
    return;
  }
  const rows = JSON.stringify(people.map(({ sequence, words }) => [sequence, asText(words)]));
  await sql`insert into people_texts (sequence, words)
    select value ->> 0, value ->> 1 from json_each(${rows})`.execute(transaction);
  await sql`insert into people_words (rowid, words)
    select value ->> 0, value ->> 1 from json_each(${rows})`.execute(transaction);
}

export async function deleteWords(
  transaction: StoreTransaction,
  { locksRows }: EngineTraits,
  sequences: readonly number[],
): Promise<void> {
  if (sequences.length === 0) return;
  const list = sql.join(sequences);
  if (locksRows) {
    await sql`delete from people_words where sequence in (${list})`.execute(transaction);
    return;
  }
  // The index does not store the words, so a deletion must name them. https://www.sqlite.org/fts5.html#the_delete_command
  await sql`insert into people_words (people_words, rowid, words)
    select 'delete', sequence, words from people_texts where sequence in (${list})`.execute(transaction);
  await sql`delete from people_texts where sequence in (${list})`.execute(transaction);
}

const asText = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('');

/** What a person typed to search. */
export interface WordSearch {
  words: readonly string[];
  /** Numbers of all people who match, from the index of words. */
  matches: Sequences;
  /** Of a row of `people`: whether it matches, by looking at its own words. */
  isMatch: RawBuilder<boolean>;
}

type Sequences = RawBuilder<{ sequence: number }>;

/** null: there is no word in it, so that everybody matches. */
export function createWordSearch({ locksRows }: EngineTraits, text: string): WordSearch | null {
  const words = wordsOf([text]);
  if (words.length === 0) return null;
  if (locksRows) {
    // Words are letters and digits, so nothing in them ends the quotes.
    const query = sql`${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`;
    return {
      words,
      matches: sql`select sequence from people_words where words @@ ${query}`,
      // A scalar subquery: planners would turn `exists` into a search of the whole index for each page.
      isMatch: sql`(select words @@ ${query} from people_words where people_words.sequence = people.sequence)`,
    };
  }
  return {
    words,
    matches: beginningWith(words),
    isMatch: sql`(select ${sql.join(
      words.map((word) => sql`instr(words, ${` ${word}`}) > 0`),
      sql` and `,
    )} from people_texts where people_texts.sequence = people.sequence)`,
  };
}

/** On SQLite. The index first collects all of them, however few are asked for. */
export const beginningWith = (words: readonly string[]): Sequences =>
  matchOnSqlite(words.map((word) => `"${word}"*`));

/** The prefixes that the table of words has an index of. */
const longestIndexedPrefix = 2;

/**
 * On SQLite: some of those whose words begin with these, in the order of their numbers. The index names them one by
 * one, so the first thousands come at once also where all words are frequent.
 */
export const havingAtLeast = (words: readonly string[]): Sequences =>
  matchOnSqlite(words.map((word) => `"${word}"${[...word].length <= longestIndexedPrefix ? '*' : ''}`));

const matchOnSqlite = (terms: readonly string[]): Sequences =>
  sql`select rowid as sequence from people_words where people_words match ${terms.join(' AND ')}`;

/**
 * Numbers of the people who have all words of this text, the last one at least as a beginning; in what order is not
 * known. null: there is no word in it.
 */
export function searchPhrase(
  { locksRows }: EngineTraits,
  text: string,
): RawBuilder<{ sequence: number }> | null {
  const words = wordsOf([text]);
  const last = wordsOf([text.slice(text.search(/[\p{L}\p{N}]+[^\p{L}\p{N}]*$/u))])[0];
  if (last === undefined) return null;
  const whole = words.filter((word) => word !== last);
  if (locksRows) {
    const query = [...whole.map((word) => `'${word}'`), `'${last}':*`].join(' & ');
    return sql`select sequence from people_words where words @@ ${query}::tsquery`;
  }
  const query = [...whole.map((word) => `"${word}"`), `"${last}"*`].join(' AND ');
  return sql`select rowid as sequence from people_words where people_words match ${query}`;
}
