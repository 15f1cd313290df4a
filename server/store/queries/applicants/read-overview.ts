import { type RawBuilder, sql } from 'kysely';
import type { ApplicantOverview, CityShown, CitySide } from '#contract/answers.ts';
import { sideStates } from '#contract/review.ts';
import { type SubmissionKind, waitlistKinds } from '#contract/submission.ts';
import type { OverviewOptions } from '#server/store/applicants.ts';
import { isVisible } from '#server/store/queries/review-subject.ts';
import type { EngineTraits, StoreDatabase } from '#server/store/schema.ts';
import { isOfApplicants, readMedian } from './read-median.ts';

/** What the console's overview and `stats` show. */
export async function readOverview(
  database: StoreDatabase,
  _traits: EngineTraits,
  { dayStartsMs, sinceMs, citiesSinceMs = [] }: OverviewOptions,
): Promise<ApplicantOverview> {
  const creators = await countDays(database, 'creator', dayStartsMs);
  const venues = await countDays(database, 'venue', dayStartsMs);
  const messages = await countDays(database, 'contact', dayStartsMs);
  return {
    days: creators.map((creator, day) => ({ creator, venue: venues[day] ?? 0, contact: messages[day] ?? 0 })),
    cities: await countCities(database, citiesSinceMs),
    states: await countStates(database),
    medianToDecisionMs: await readMedian(database, sinceMs),
    reviewers: await readReviewers(database, sinceMs),
  };
}

/** null: there is none. */
export async function firstApplicationMs(database: StoreDatabase): Promise<number | null> {
  const { first } = await database
    .selectFrom('submissions')
    .select(({ fn }) => fn.min<number | null>('received_at').as('first'))
    .where('kind', '<>', 'contact')
    .where(isVisible)
    .executeTakeFirstOrThrow();
  return first;
}

/** One range of the index a day. */
async function countDays(
  database: StoreDatabase,
  kind: SubmissionKind,
  starts: readonly number[],
): Promise<number[]> {
  if (starts.length < 2) return [];
  const days = starts.slice(1).map((after, day) => sql`(${sql.lit(starts[day])}, ${sql.lit(after)})`);
  const { rows } = await sql<{ count: number }>`
    with days (first, after) as (values ${sql.join(days)})
    select (
      select count(*) from submissions
      where kind = ${kind} and received_at >= days.first and received_at < days.after and ${isVisible}
    ) as count from days order by first`.execute(database);
  return rows.map(({ count }) => count);
}

/** By the newest application of each applicant, most first, in the spelling that is used most. */
async function countCities(
  database: StoreDatabase,
  sincesMs: readonly number[],
): Promise<ApplicantOverview['cities']> {
  const counts = [
    ...sides.map(({ kind, state }) => sql`kind = ${kind} and state = ${state}`),
    ...sincesMs.map((sinceMs) => sql`received_at >= ${sinceMs}`),
  ].map((condition, index) => sql`count(*) filter (where ${condition}) as ${sql.ref(`count_${index}`)}`);
  const { rows } = await sql<
    { key: string; city: string; count: number } & Record<`count_${number}`, number>
  >`
    select ${sql.join([sql`city_key as key, city, count(*) as count`, ...counts])} from applicants
    where sequence is not null and ${isOfApplicants} group by city_key, city
    order by count(*) desc, city`.execute(database);
  const cities = new Map<string, Omit<CityShown, 'creatorsPerVenue'>>();
  for (const { key, city, count, ...counted } of rows) {
    const known = cities.get(key) ?? {
      city,
      count: 0,
      since: sincesMs.map(() => 0),
      creator: noSide(),
      venue: noSide(),
    };
    cities.set(key, known);
    const numberOf = (index: number) => counted[`count_${index}`] ?? 0;
    known.count += count;
    for (const [index, { kind, state }] of sides.entries()) known[kind][state] += numberOf(index);
    known.since = known.since.map((sum, index) => sum + numberOf(sides.length + index));
  }
  return [...cities.values()]
    .map((city) => ({ ...city, creatorsPerVenue: perVenue(city) }))
    .sort((one, other) => other.count - one.count);
}

const sides = waitlistKinds.flatMap((kind) => sideStates.map((state) => ({ kind, state })));

const noSide = (): CitySide => ({ new: 0, shortlisted: 0, invited: 0 });

/** Invited creators for each invited venue, with at most one decimal. */
const perVenue = ({ creator, venue }: Pick<CityShown, 'creator' | 'venue'>): number | null =>
  venue.invited === 0 ? null : Math.round((creator.invited / venue.invited) * 10) / 10;

async function countStates(database: StoreDatabase): Promise<ApplicantOverview['states']> {
  const { rows } = await sql<ApplicantOverview['states'][number]>`
    select kind, state, count(subject) as count, count(*) - count(subject) as deleted from applicants
    where sequence is not null or subject is null group by kind, state`.execute(database);
  return rows;
}

async function readReviewers(database: StoreDatabase, sinceMs: number) {
  const countOf = (state: string): RawBuilder<number> => sql`count(*) filter (where to_state = ${state})`;
  const { rows } = await sql<ApplicantOverview['reviewers'][number]>`
    select actor_name as name, count(*) as decisions, ${countOf('invited')} as invited,
      ${countOf('declined')} as declined
    from decisions where decided_at >= ${sinceMs} and ${isOfApplicants}
    group by actor_name order by count(*) desc, actor_name limit 50`.execute(database);
  return rows;
}
