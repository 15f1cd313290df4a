import { type RawBuilder, sql } from 'kysely';
import type { CityShown, CitySide, PeopleCounts, SourceCount, StateCount } from '#contract/answers.ts';
import { answerStatuses, type InvitationAnswer } from '#contract/invitation-answer.ts';
import {
  applicantStates,
  invitedStates,
  type ReviewState,
  reviewStatesOf,
  sideStates,
  standsIn,
} from '#contract/review.ts';
import {
  type SubmissionKind,
  submissionKinds,
  type WaitlistKind,
  waitlistKinds,
} from '#contract/submission.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';
import { isAccepted, isOfDecision } from '#server/store/queries/review-subject.ts';
import { isSentLetter, type StoreDatabase } from '#server/store/schema.ts';
import { conditionsOf } from './filter-conditions.ts';

/**
 * What the console's overview and `stats` show, of submissions that are neither quarantined nor discarded.
 *
 * @param sinceMs only the decisions since then are counted
 */
export async function readOverview(database: StoreDatabase, sinceMs: number) {
  const counted = await countByCity(database, { kinds: submissionKinds });
  return {
    cities: countCities(counted),
    states: countStates(counted, await countDeleted(database)),
    /** How many ever reached a state by decisions made here, wherever they stand now. */
    reached: countReached(counted),
    /** How many of those who reached "invited" were sent its letter. */
    told: await countTold(database),
    /** What those answered who are invited now. */
    answers: countAnswers(counted),
    /** Of the newest 1,000 first decisions: half came sooner after the application; null: there are none. */
    medianToDecisionMs: await readMedian(database, sinceMs),
    sources: await countSources(database),
    reviewers: await readReviewers(database, sinceMs),
  };
}

/** How many the filter selects, in each city and state. */
export async function countPeople(database: StoreDatabase, filter: ApplicantFilter): Promise<PeopleCounts> {
  const counted = await countByCity(database, filter);
  return { cities: countCities(counted), states: countStates(counted, []) };
}

/** When the first application came, of each kind by its first entry of the index; null: there is none. */
export async function firstApplicationMs(database: StoreDatabase): Promise<number | null> {
  const firsts = waitlistKinds.map(
    (kind) => sql`select min(received_at) as at from submissions where kind = ${kind} and ${isAccepted}`,
  );
  const { rows } = await sql<{ at: number | null }>`
    select min(at) as at from (${sql.join(firsts, sql` union all `)}) as firsts`.execute(database);
  return rows[0]?.at ?? null;
}

/**
 * How many submissions came on each of the days. One range of the index a day and kind.
 *
 * @param starts the first moments of the days, and of the day after the last
 */
export async function countDays(
  database: StoreDatabase,
  starts: readonly number[],
): Promise<Record<SubmissionKind, number>[]> {
  if (starts.length < 2) return [];
  const days = starts.slice(1).map((after, day) => sql`(${sql.lit(starts[day])}, ${sql.lit(after)})`);
  const counts = submissionKinds.map(
    (kind) => sql`(
      select count(*) from submissions
      where kind = ${kind} and received_at >= days.first and received_at < days.after and ${isAccepted}
    ) as ${sql.ref(kind)}`,
  );
  const { rows } = await sql<Record<SubmissionKind, number>>`
    with days (first, after) as (values ${sql.join(days)})
    select ${sql.join(counts)} from days order by first`.execute(database);
  return rows;
}

/** How many applicants there are of one kind, state and spelling of a city. */
interface Counted {
  kind: SubmissionKind;
  state: ReviewState;
  key: string;
  city: string;
  count: number;
  /** How many of them applied again. */
  appliedAgain: number;
  reached: string;
  answer: InvitationAnswer | null;
}

/** Everybody is counted from an index alone, which has only rows with applications. */
async function countByCity(database: StoreDatabase, filter: ApplicantFilter): Promise<Counted[]> {
  const { rows } = await sql<Omit<Counted, 'appliedAgain'> & { again: number }>`
    select kind, state, city_key as key, city, applied_again as again, reached, answer, count(*) as count from applicants
    where ${await conditionsOf(database, filter, sql`applications > 0`)} group by kind, state, city_key, city,
      applied_again, reached, answer`.execute(database);
  return rows.map((row) => ({
    ...row,
    state: standsIn({ state: row.state, appliedAgain: row.again === 1 }),
    appliedAgain: row.again * row.count,
  }));
}

/** By the newest application of each applicant, most first, in the spelling that is used most. */
function countCities(counted: readonly Counted[]): CityShown[] {
  const ofApplicants = counted.filter(({ kind }) => kind !== 'contact');
  return [...Map.groupBy(ofApplicants, ({ key }) => key).values()]
    .map((rows) => {
      const spellings = [...Map.groupBy(rows, ({ city }) => city)].sort(
        ([one, ones], [other, others]) => sum(others, 'count') - sum(ones, 'count') || (one < other ? -1 : 1),
      );
      const side = (kind: SubmissionKind) =>
        Object.fromEntries(
          sideStates.map((state) => [state, sum(inState(rows, kind, state), 'count')]),
        ) as CitySide;
      const [creator, venue] = [side('creator'), side('venue')];
      return {
        city: spellings[0]?.[0] ?? '',
        count: sum(rows, 'count'),
        creator,
        venue,
        creators: sum(ofKind(rows, 'creator'), 'count'),
        venues: sum(ofKind(rows, 'venue'), 'count'),
        creatorsPerVenue: perVenue(creator, venue),
      };
    })
    .sort((one, other) => other.count - one.count);
}

/** Invited creators for each invited venue, with at most one decimal. */
function perVenue(creator: CitySide, venue: CitySide): number | null {
  const [creators, venues] = [creator, venue].map((side) =>
    invitedStates.reduce((total, state) => total + side[state], 0),
  ) as [number, number];
  return venues === 0 ? null : Math.round((creators / venues) * 10) / 10;
}

/** How many were deleted in each state. */
async function countDeleted(database: StoreDatabase): Promise<StateCount[]> {
  const { rows } = await sql<StateCount>`
    select kind, state, 0 as count, 0 as "appliedAgain", count(*) as deleted from applicants
    where kind in (${sql.join(submissionKinds)}) and subject is null group by kind, state`.execute(database);
  return rows;
}

function countStates(counted: readonly Counted[], deleted: readonly StateCount[]): StateCount[] {
  const all = [...counted.map((row) => ({ ...row, deleted: 0 })), ...deleted];
  return submissionKinds
    .flatMap((kind) =>
      reviewStatesOf(kind).map((state) => {
        const rows = inState(all, kind, state);
        const appliedAgain = sum(rows, 'appliedAgain');
        return { kind, state, count: sum(rows, 'count'), appliedAgain, deleted: sum(rows, 'deleted') };
      }),
    )
    .filter(({ count, deleted: gone }) => count + gone > 0);
}

const countReached = (counted: readonly Counted[]) =>
  waitlistKinds.flatMap((kind) =>
    applicantStates.map((state) => {
      const rows = ofKind(counted, kind).filter(({ reached }) => reached.split(' ').includes(state));
      return { kind, state, count: sum(rows, 'count') };
    }),
  );

/** By decisions and letters alone: looking up each applicant took half of the overview's time on Postgres. */
async function countTold(database: StoreDatabase) {
  const { rows } = await sql<{ kind: WaitlistKind; count: number }>`
    select kind, count(*) as count from (
      select decisions.kind, decisions.subject from decisions
      left join jobs on jobs.decision = decisions.id and ${isSentLetter}
      where to_state = 'invited'
        and not exists (select 1 from applicants where ${isOfDecision} and applicants.sequence is null)
      group by decisions.kind, decisions.subject having max(ordinal) > 0 and count(jobs.sequence) > 0
    ) as told group by kind`.execute(database);
  return rows;
}

const countAnswers = (counted: readonly Counted[]) =>
  waitlistKinds.flatMap((kind) =>
    answerStatuses.flatMap((status) => {
      const rows = inState(counted, kind, 'invited').filter(({ answer }) => (answer ?? 'none') === status);
      return rows.length === 0 ? [] : [{ kind, answer: status, count: sum(rows, 'count') }];
    }),
  );

const ofKind = <Row extends Pick<Counted, 'kind'>>(rows: readonly Row[], kind: SubmissionKind): Row[] =>
  rows.filter((row) => row.kind === kind);

const inState = <Row extends Pick<Counted, 'kind' | 'state'>>(
  rows: readonly Row[],
  kind: SubmissionKind,
  state: ReviewState,
): Row[] => ofKind(rows, kind).filter((row) => row.state === state);

const sum = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number =>
  rows.reduce((total, row) => total + row[key], 0);

const namedSources = 12;

/** From an index alone, which has only rows with applications and a source. */
async function countSources(database: StoreDatabase): Promise<SourceCount[]> {
  const isListed = sql<boolean>`applications > 0 and source_key is not null`;
  const { rows } = await sql<SourceCount>`
    select source_key as source, count(*) as applied, count(*) filter (where state in (${sql.join(invitedStates)})) as invited
    from applicants where ${await conditionsOf(database, {}, isListed)}
    group by source_key order by count(*) desc, source_key limit ${namedSources}`.execute(database);
  return rows;
}

/** How many decisions of each reviewer count. */
async function readReviewers(database: StoreDatabase, sinceMs: number) {
  const countOf = (state: string): RawBuilder<number> => sql`count(*) filter (where to_state = ${state})`;
  const { rows } = await sql<{ name: string; decisions: number; invited: number; declined: number }>`
    select actor_name as name, count(*) as decisions, ${countOf('invited')} as invited,
      ${countOf('declined')} as declined
    from decisions where decided_at >= ${sinceMs} and ordinal > 0 and ${isOfApplicants}
    group by actor_name order by count(*) desc, actor_name limit 50`.execute(database);
  return rows;
}

/** Only so many of the newest first decisions count, so that the query takes as long with a million. */
const maxTimed = 1_000;

/**
 * An inequality, because for a list of kinds the planner would take an index that begins with the kind, and sort its
 * rows.
 */
const isOfApplicants = sql`kind <> 'contact'`;

/** From the application, or its import, to the first decision about it, of decisions since then; null: there is none. */
async function readMedian(database: StoreDatabase, sinceMs: number): Promise<number | null> {
  // The newest decisions first, and then their applications: without statistics planners would read all applications.
  const { rows } = await sql<{ ms: number }>`
    with newest as materialized (
      select sequence, decided_at from decisions
      where decided_at >= ${sinceMs} and ordinal = 1 and ${isOfApplicants}
      order by decided_at desc limit ${sql.lit(maxTimed)}
    ), waits as materialized (
      select decided_at - (select coalesce(imported_at, received_at) from submissions
        left join imports on imports.id = submissions.import
        where submissions.sequence = newest.sequence) as ms
      from newest
    )
    select ms from waits where ms is not null order by ms limit 1
    offset (select (count(ms) - 1) / 2 from waits where ms is not null)
  `.execute(database);
  return rows[0] === undefined ? null : Math.max(0, rows[0].ms);
}
