import { type RawBuilder, sql } from 'kysely';
import type { JobState } from '#contract/channels.ts';
import { newAgainStates, type ReviewState, toldStates } from '#contract/review.ts';
import { readSearch, type Search } from '#contract/search-words.ts';
import { type SubmissionKind, submissionKinds, waitlistKinds } from '#contract/submission.ts';
import type { ToldStatus } from '#contract/told.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';
import { emailKey } from '#server/store/email-key.ts';
import { waitsForOther } from '#server/store/queries/add-jobs.ts';
import { isReminder } from '#server/store/queries/job-payload.ts';
import { isOfDecision, subjectOfSubmission } from '#server/store/queries/review-subject.ts';
import type { EngineTraits, StoreDatabase } from '#server/store/schema.ts';
import { cityKey, sortKey } from '#server/store/words.ts';

export type Condition = RawBuilder<boolean>;

/** Each key of the filter as a condition on a row of `applicants`. */
const conditionOf: {
  [Key in keyof ApplicantFilter]-?: (
    value: NonNullable<ApplicantFilter[Key]>,
    traits: EngineTraits,
    letterState: RawBuilder<unknown>,
  ) => RawBuilder<unknown>;
} = {
  kinds: (kinds, traits) => (kinds.length === 0 ? sql`1 = 0` : traits.isOfKinds(kinds)),
  state: (state) => isStanding(state),
  told: (told, _traits, letterState) => isTold(told, letterState),
  toldBeforeMs: (beforeMs) => sql`(applicants.state in (${sql.join(toldStates)})
    and ${lastLetter(sql`case jobs.state when 'delivered' then jobs.delivered_at end`)} < ${beforeMs})`,
  // Postgres knows how many rows have no answer, but not how many have a text in place of it, and took one in 200.
  answer: (answer) => sql`(applicants.state = 'invited'
    and ${answer === 'none' ? sql`applicants.answer is null` : sql`applicants.answer = ${answer}`})`,
  wave: (id) => sql`(applicants.kind, applicants.subject) in (select decisions.kind, decisions.subject
    from decisions where wave = ${id})`,
  city: (city) => sql`city_key = ${cityKey(city)}`,
  source: (source) => sql`source_key = ${sortKey(source)}`,
  // Naming every kind lets the engine use the index by kind and email.
  email: (email) => sql`applicants.subject in (select ${subjectOfSubmission} from submissions
    where submissions.kind in (${sql.join(submissionKinds)}) and email_key = ${emailKey(email)})`,
  text: (text, traits) => isFound(traits, readSearch(text)),
  sinceMs: (sinceMs) => sql`applicants.received_at >= ${sinceMs}`,
  beforeMs: (beforeMs) => sql`applicants.received_at < ${beforeMs}`,
  newest: (newest) => sql`applicants.sequence <= ${newest}`,
  among: (numbers) => sql`applicants.sequence in (${sql.join(numbers)})`,
  lastDecision: (position) => sql`coalesce((select position from decisions
    where ${isOfDecision} and decisions.version = applicants.version), 0) <= ${position}`,
  changedBy: ({ to, withLetter, letterAtMs, reminds = false }) => {
    if (letterAtMs !== undefined)
      return sql`(applicants.state = ${to} and exists (select 1 from jobs
        join decisions on decisions.id = jobs.decision
        where ${isOfDecision}
          and ${waitsForOther(letterAtMs)} ${reminds ? sql`and ${isReminder}` : sql``}))`;
    if (reminds)
      return sql`(${isTold('told')} and applicants.state = ${to} and applicants.answer is null and not ${isReminded})`;
    return sql`(applicants.state <> ${to} ${newAgainStates.includes(to) ? sql`or ${isAgain}` : sql``}
      ${withLetter ? sql`or ${isTold('not-told')}` : sql``})`;
  },
  reminded: () => isReminded,
};

export const kindsOf = ({ kinds, state }: ApplicantFilter): readonly SubmissionKind[] =>
  kinds ?? (state === 'answered' ? ['contact'] : waitlistKinds);

/**
 * Whom the filter selects, of the rows of `applicants`: the one function that says so. Nobody is listed whose
 * submissions are all quarantined or discarded.
 *
 * @param isListed says that of the last sentence in the form that the query's index has
 * @param letterState a column that has `lastLetterState` already, where several conditions ask for it
 */
export async function conditionsOf(
  database: StoreDatabase,
  filter: ApplicantFilter,
  isListed: Condition = sql`applicants.sequence is not null`,
  letterState = lastLetterState,
): Promise<Condition> {
  if (filter.text !== undefined) await database.traits.allowTextIndex(database);
  const given = Object.entries({ ...filter, kinds: kindsOf(filter) }).filter(
    ([, value]) => value !== undefined,
  ) as [keyof ApplicantFilter, never][];
  return sql`${isListed} and ${sql.join(
    given.map(([key, value]) => conditionOf[key](value, database.traits, letterState)),
    sql` and `,
  )}`;
}

const isAgain: Condition = sql`applied_again = 1`;

/**
 * Whether an applicant stands in this state, as `standsIn` defines it.
 *
 * @param appliedAgain whether they had applied again at that time
 * @param column the state after the last decision at that time
 */
export function isStanding(
  state: ReviewState,
  appliedAgain: RawBuilder<unknown> = isAgain,
  column: RawBuilder<unknown> = sql`applicants.state`,
): Condition {
  if (state === 'new')
    return sql`(${column} = 'new' or (${column} in (${sql.join(newAgainStates)}) and ${appliedAgain}))`;
  return newAgainStates.includes(state)
    ? sql`(${column} = ${state} and not coalesce(${appliedAgain}, false))`
    : sql`${column} = ${state}`;
}

/**
 * Whether an applicant was told, as `toldOf` defines it. A case, because Postgres takes the comparison alone for true of
 * one row in 200, and sorted all where the list needs the first few.
 */
const isTold = (told: ToldStatus, letterState = lastLetterState): Condition => sql`(
  applicants.state in (${sql.join(toldStates)})
  and case when coalesce(${letterState}, 'none') in (${sql.join(lettersOf[told])}) then true else false end)`;

/** This column of the last letter about the state that an applicant is in, as `lastLetterOf` defines it. */
const lastLetter = (column: RawBuilder<unknown>) => sql`(
  select ${column} from jobs join decisions on decisions.id = jobs.decision
  where ${isOfDecision}
    and decisions.to_state = applicants.state and not ${isReminder} and (jobs.state <> 'cancelled' or ${hasCameBack})
  order by jobs.sequence desc limit 1)`;

/** As `cameBackReason` defines it. */
const hasCameBack: Condition = sql`substr(jobs.reason, 1, 9) = 'came_back'`;

export const lastLetterState: RawBuilder<unknown> = lastLetter(sql`jobs.state`);

/** Whether they have a reminder of the invitation that stands, as `checkReminder` defines it. */
const isReminded: Condition = sql`(applicants.state = 'invited' and exists (
  select 1 from jobs join decisions on decisions.id = jobs.decision
  where ${isOfDecision}
    and ${isReminder} and jobs.state <> 'cancelled'
    and decisions.version > ${lastLetter(sql`decisions.version`)}))`;

/** Of the last letter that was not cancelled, but for one that came back; `none`: there is none. */
const lettersOf: Readonly<Record<ToldStatus, readonly (JobState | 'none')[]>> = {
  told: ['delivered'],
  waiting: ['waiting', 'claimed'],
  parked: ['parked'],
  'came-back': ['cancelled'],
  'not-told': ['none'],
};

function isFound(traits: EngineTraits, { words, sequence, id }: Search): Condition {
  const found: Condition[] = [
    ...(words.length === 0 ? [] : [traits.hasWords(words)]),
    ...(sequence === null ? [] : [hasSubmission(sql`submissions.sequence = ${sequence}`)]),
    ...(id === null ? [] : [hasSubmission(sql`submissions.id = ${id}`)]),
  ];
  return found.length === 0 ? sql`1 = 0` : sql`(${sql.join(found, sql` or `)})`;
}

const hasSubmission = (isIt: Condition): Condition =>
  sql`exists (select 1 from submissions where ${isIt} and submissions.kind = applicants.kind
    and ${subjectOfSubmission} = applicants.subject)`;
