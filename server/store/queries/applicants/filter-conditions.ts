import { type RawBuilder, sql } from 'kysely';
import { waitlistKinds } from '#contract/submission.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';
import { emailKey } from '#server/store/email-key.ts';
import type { EngineTraits } from '#server/store/schema.ts';
import { cityKey, searchWordsOf } from '#server/store/words.ts';

export type Condition = RawBuilder<boolean>;

/** What the filter says of a row of `applicants`. Somebody whose submissions are all held is in no list. */
export function conditionsOf(
  traits: EngineTraits,
  { kinds = waitlistKinds, state, email, city, sinceMs, beforeMs, text }: ApplicantFilter,
): Condition[] {
  return [
    sql`applicants.sequence is not null`,
    sql`kind in (${sql.join(kinds)})`,
    ...(state === undefined ? [] : [sql<boolean>`state = ${state}`]),
    ...(city === undefined ? [] : [sql<boolean>`city_key = ${cityKey(city)}`]),
    ...(sinceMs === undefined ? [] : [sql<boolean>`received_at >= ${sinceMs}`]),
    ...(beforeMs === undefined ? [] : [sql<boolean>`received_at < ${beforeMs}`]),
    ...(email === undefined ? [] : [isOfMailbox(emailKey(email))]),
    ...(text === undefined ? [] : [hasWords(traits, searchWordsOf(text))]),
  ] as Condition[];
}

export const every = (conditions: readonly Condition[]): Condition =>
  sql`${sql.join(conditions, sql` and `)}`;

const isOfMailbox = (key: string): Condition => sql`applicants.sequence in (
  select sequence from submissions where kind in ('creator', 'venue', 'contact') and email_key = ${key})`;

const hasWords = (traits: EngineTraits, words: readonly string[]): Condition =>
  words.length === 0 ? sql`1 = 0` : traits.hasWords(words);
