import { type RawBuilder, sql } from 'kysely';
import type { JobState } from '#contract/channels.ts';
import { toldStates } from '#contract/review.ts';
import { waitlistKinds } from '#contract/submission.ts';
import type { Telling } from '#contract/told.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';
import type { EngineTraits } from '#server/store/schema.ts';
import { cityKey, searchWordsOf } from '#server/store/words.ts';

export type Condition = RawBuilder<boolean>;

/**
 * The filter as conditions on a row of `applicants`. Nobody is listed whose submissions are all quarantined or
 * discarded.
 */
export function conditionsOf(
  traits: EngineTraits,
  { kinds = waitlistKinds, state, told, city, sinceMs, beforeMs, newest, text }: ApplicantFilter,
): Condition[] {
  return [
    sql`applicants.sequence is not null`,
    traits.isOfKinds(kinds),
    ...(state === undefined ? [] : [sql<boolean>`state = ${state}`]),
    ...(told === undefined ? [] : [isTold(told)]),
    ...(city === undefined ? [] : [sql<boolean>`city_key = ${cityKey(city)}`]),
    ...(sinceMs === undefined ? [] : [sql<boolean>`received_at >= ${sinceMs}`]),
    ...(beforeMs === undefined ? [] : [sql<boolean>`received_at < ${beforeMs}`]),
    ...(newest === undefined ? [] : [sql<boolean>`applicants.sequence <= ${newest}`]),
    ...(text === undefined ? [] : [hasWords(traits, searchWordsOf(text))]),
  ] as Condition[];
}

export const every = (conditions: readonly Condition[]): Condition =>
  sql`${sql.join(conditions, sql` and `)}`;

/** Whether an applicant was told, as `toldOf` defines it. */
export function isTold(told: Telling): Condition {
  const letter = sql`(
    select jobs.state from jobs join decisions on decisions.id = jobs.decision
    where decisions.kind = applicants.kind and decisions.subject = applicants.subject
      and decisions.to_state = applicants.state and jobs.state <> 'cancelled'
    order by jobs.sequence desc limit 1)`;
  return sql`(applicants.state in (${sql.join(toldStates)})
    and coalesce(${letter}, 'none') in (${sql.join(lettersOf[told])}))`;
}

/** Of the last letter; `none`: there is none. */
const lettersOf: Readonly<Record<Telling, readonly (JobState | 'none')[]>> = {
  told: ['delivered'],
  waiting: ['waiting', 'claimed'],
  parked: ['parked'],
  'not-told': ['none'],
};

const hasWords = (traits: EngineTraits, words: readonly string[]): Condition =>
  words.length === 0 ? sql`1 = 0` : traits.hasWords(words);
