import { domainToUnicode } from 'node:url';
import { type RawBuilder, sql } from 'kysely';
import { emailKey } from '#server/store/email-key.ts';
import type { Mentions } from '#server/store/operator-store.ts';
import type { EngineTraits, StoreDatabase } from '#server/store/schema.ts';
import { isSetAside } from './notice.ts';
import { readPosition } from './people/follow-people.ts';
import { searchPhrase } from './people/person-words.ts';
import { mostSearched } from './people/reindex-people.ts';
import type { Subject } from './review-subject.ts';

/** Looked at together. */
const batchSize = 1_000;

/**
 * Of the submissions, only those with every word of the address are read, by the index of words. A text in which a
 * letter or digit stands right before the address has another address, and is mostly left out.
 */
export async function findMentions(
  database: StoreDatabase,
  traits: EngineTraits,
  email: string,
): Promise<Mentions> {
  const key = emailKey(email);
  const forms = formsOf(key);
  const mentions = createMatcher(forms);
  // What the list of people does not have comes first: what moves into the list meanwhile is found there as well.
  const candidates = new Set([
    ...(await readUnlisted(database)),
    ...(await readListed(database, traits, forms)),
  ]);
  const submissions: { id: string; sequence: number }[] = [];
  for (const sequences of batchesOf([...candidates])) {
    const found = await database
      .selectFrom('submissions')
      .select(['id', 'sequence'])
      .where('sequence', 'in', sequences)
      .where('email_key', '<>', key)
      .where(mentions('fields'))
      .execute();
    submissions.push(...found);
  }
  const subjects = await database
    .selectFrom('notes')
    .select(['kind', 'subject'])
    .where(mentions('note'))
    .union(
      database
        .selectFrom('decisions')
        .select(['kind', 'subject'])
        .where('note', 'is not', null)
        .where(mentions('note')),
    )
    .execute();
  const about = await Promise.all(subjects.map((subject) => findNewestOfOthers(database, subject, key)));
  return {
    submissions: submissions.sort((one, other) => one.sequence - other.sequence).map(({ id }) => id),
    notesAbout: about.flatMap((found) => found ?? []).toSorted(),
  };
}

/** A text may hold the domain in either of its forms. */
function formsOf(key: string): string[] {
  const at = key.lastIndexOf('@') + 1;
  return [...new Set([key, key.slice(0, at) + (domainToUnicode(key.slice(at)) || key.slice(at))])];
}

function createMatcher(forms: readonly string[]): (column: 'fields' | 'note') => RawBuilder<boolean> {
  const patterns = forms.map((form) => `%${form.replace(/[\\%_]/g, '\\$&')}%`);
  return (column) => {
    const matches = patterns.map((pattern) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`);
    return sql<boolean>`(${sql.join(matches, sql` or `)})`;
  };
}

/** Numbers of the submissions that the list of people does not have, or not with their words. */
async function readUnlisted(database: StoreDatabase): Promise<number[]> {
  const behind = await database
    .selectFrom('submissions')
    .select('sequence')
    .where('sequence', '>', await readPosition(database))
    .execute();
  const held = await database.selectFrom('submissions').select('sequence').where(isSetAside).execute();
  const withMany = await database
    .selectFrom('people')
    .select(['kind', 'subject'])
    .where('applications', '>', sql.lit(mostSearched))
    .execute();
  const theirs = await readSequencesOf(database, withMany);
  return [...behind.map(({ sequence }) => sequence), ...held.map(({ sequence }) => sequence), ...theirs];
}

/** Numbers of the submissions of everybody who has all the words of one of these forms. */
async function readListed(
  database: StoreDatabase,
  traits: EngineTraits,
  forms: readonly string[],
): Promise<number[]> {
  const found: number[] = [];
  for (const form of forms) {
    const matches = searchPhrase(traits, form);
    if (matches === null) return readAll(database);
    if (traits.locksRows) await sql`set local enable_bitmapscan = on`.execute(database);
    const { rows } = await matches.execute(database);
    if (traits.locksRows) await sql`set local enable_bitmapscan = off`.execute(database);
    for (const sequences of batchesOf(rows.map(({ sequence }) => sequence))) {
      const people = await database
        .selectFrom('people')
        .select(['kind', 'subject', 'sequence'])
        .where('sequence', 'in', sequences)
        .execute();
      found.push(...people.map(({ sequence }) => sequence), ...(await readSequencesOf(database, people)));
    }
  }
  return found;
}

/** Numbers of all their applications. */
async function readSequencesOf(database: StoreDatabase, people: readonly Subject[]): Promise<number[]> {
  const found: number[] = [];
  for (const [kind, ofKind] of Map.groupBy(people, (person) => person.kind)) {
    for (const subjects of batchesOf(ofKind.map(({ subject }) => subject))) {
      const rows = await database
        .selectFrom('submissions')
        .select('sequence')
        .where('kind', '=', kind)
        .where('email_key', 'in', subjects)
        .execute();
      found.push(...rows.map(({ sequence }) => sequence));
    }
  }
  return found;
}

/** For an address without a letter or a digit. */
async function readAll(database: StoreDatabase): Promise<number[]> {
  const rows = await database.selectFrom('submissions').select('sequence').execute();
  return rows.map(({ sequence }) => sequence);
}

function* batchesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += batchSize) yield items.slice(start, start + batchSize);
}

/** Id of the subject's newest submission; null when the subject is this person, or was erased. */
async function findNewestOfOthers(
  database: StoreDatabase,
  { kind, subject }: Subject,
  key: string,
): Promise<string | null> {
  const newest = await database
    .selectFrom('submissions')
    .select('id')
    .where('kind', '=', kind)
    .where(kind === 'contact' ? 'id' : 'email_key', '=', subject)
    .where('email_key', '<>', key)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? null;
}
