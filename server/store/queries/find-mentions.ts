import { domainToUnicode } from 'node:url';
import { type RawBuilder, sql } from 'kysely';
import { emailKey } from '#server/store/email-key.ts';
import type { StoreDatabase } from '#server/store/schema.ts';
import { isOfSubject, type Subject } from './review-subject.ts';

/**
 * Where other people's texts contain this address. Reads every text once: only a request about one person waits for it.
 */
export async function findMentions(database: StoreDatabase, email: string) {
  const key = emailKey(email);
  const mentions = (column: 'fields' | 'note' | 'sentence') => containsAddress(email, column);
  const submissions = await database
    .selectFrom('submissions')
    .select('id')
    .where('email_key', '<>', key)
    .where(mentions('fields'))
    .orderBy('sequence')
    .execute();
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
    .union(database.selectFrom('answers').select(['kind', 'subject']).where(mentions('sentence')))
    .execute();
  const about = await Promise.all(subjects.map((subject) => findNewestOfOthers(database, subject, key)));
  return {
    /** Their ids. */
    submissions: submissions.map(({ id }) => id),
    /** The people about whom there is such a note, or who answered so: id of their newest submission. */
    notesAbout: about.flatMap((found) => found ?? []).toSorted(),
  };
}

/** A text may hold the domain in either of its forms. */
function formsOf(key: string): string[] {
  const at = key.lastIndexOf('@') + 1;
  return [...new Set([key, key.slice(0, at) + (domainToUnicode(key.slice(at)) || key.slice(at))])];
}

/** Whether a text holds this address. */
export function containsAddress(
  email: string,
  column: 'fields' | 'note' | 'sentence' | 'file',
): RawBuilder<boolean> {
  const patterns = formsOf(emailKey(email)).map((form) => `%${form.replace(/[\\%_]/g, '\\$&')}%`);
  const matches = patterns.map((pattern) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`);
  return sql<boolean>`(${sql.join(matches, sql` or `)})`;
}

/** Id of the subject's newest submission; null when the subject is this person, or was erased. */
async function findNewestOfOthers(
  database: StoreDatabase,
  subject: Subject,
  key: string,
): Promise<string | null> {
  const newest = await database
    .selectFrom('submissions')
    .select('id')
    .where(isOfSubject(subject))
    .where('email_key', '<>', key)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? null;
}
