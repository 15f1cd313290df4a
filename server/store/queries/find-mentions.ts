import { domainToUnicode } from 'node:url';
import { type RawBuilder, sql } from 'kysely';
import { emailKey } from '#server/store/email-key.ts';
import type { StoreDatabase } from '#server/store/schema.ts';
import { subjectOfSubmission } from './review-subject.ts';

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
  const { rows: people } = await sql<{ id: string }>`
    select id from submissions where email_key <> ${key} and sequence in (
      select max(submissions.sequence) from submissions join (
        select kind, subject from notes where ${mentions('note')}
        union select kind, subject from decisions where note is not null and ${mentions('note')}
        union select kind, subject from answers where ${mentions('sentence')}
      ) as mentioned on mentioned.kind = submissions.kind and mentioned.subject = ${subjectOfSubmission}
      group by mentioned.kind, mentioned.subject
    ) order by id`.execute(database);
  return {
    /** Their ids. */
    submissions: submissions.map(({ id }) => id),
    /** The people about whom there is such a note, or who answered so: id of their newest submission. */
    notesAbout: people.map(({ id }) => id),
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
