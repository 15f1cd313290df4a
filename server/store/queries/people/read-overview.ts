import { type RawBuilder, sql } from 'kysely';
import { type WaitlistKind, waitlistKinds } from '#contract/submission.ts';
import type { OverviewOptions, PeopleOverview } from '#server/store/people.ts';
import type { StoreDatabase } from '#server/store/schema.ts';
import { nameCities } from './name-cities.ts';
import type { Part } from './people-conditions.ts';
import { isOfApplicants, readMedian } from './read-median.ts';

export async function readPeopleOverview(
  database: StoreDatabase,
  { dayStartsMs, cities: mostCities }: OverviewOptions,
): Promise<PeopleOverview> {
  const sinceMs = dayStartsMs[0] ?? 0;
  // The longest first: on Postgres each has a connection of its own while there are any.
  const [days, reviewers, medianToDecisionMs, { cities, states }] = await Promise.all([
    readDays(database, dayStartsMs),
    readReviewers(database, sinceMs),
    readMedian(database, sinceMs),
    readCities(database),
  ]);
  const most = [...cities]
    .map(([key, count]) => ({ key, count }))
    .sort((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1));
  return {
    days,
    cities: await nameCities(database, most.slice(0, mostCities)),
    others: most.slice(mostCities).reduce((sum, { count }) => sum + count, 0),
    states,
    medianToDecisionMs,
    reviewers,
  };
}

/** Of the counts of applications. A day begins at one in every time zone. */
const quarterMs = 900_000;

/** Up to a quarter of an hour before the first application; null: there is none. */
export async function firstApplicationMs(database: StoreDatabase): Promise<number | null> {
  const firstOf = (kind: WaitlistKind) =>
    sql`select (select min(quarter) from application_counts where kind = ${kind}) as quarter`;
  const { rows } = await sql<{ first: number | null }>`
    select min(quarter) as first from (${sql.join(waitlistKinds.map(firstOf), sql` union all `)}) as firsts
  `.execute(database);
  const first = rows[0]?.first ?? null;
  return first === null ? null : first * quarterMs;
}

/** One range of the index a day and kind. */
async function readDays(database: StoreDatabase, starts: readonly number[]) {
  const quarters = starts.map((startMs) => Math.floor(startMs / quarterMs));
  if (quarters.length < 2) return [];
  const countOf = (kind: WaitlistKind) => sql`coalesce((select sum(count) from application_counts
    where kind = ${kind} and quarter >= days.first and quarter < days.after), 0)`;
  const { rows } = await sql<{ creator: number; venue: number }>`
    with days (first, after) as (values ${sql.join(
      quarters.slice(1).map((after, day) => sql`(${sql.lit(quarters[day])}, ${sql.lit(after)})`),
    )})
    select ${countOf('creator')} as creator, ${countOf('venue')} as venue from days order by first
  `.execute(database);
  return rows.map(({ creator, venue }) => ({ creator: Number(creator), venue: Number(venue) }));
}

/** How many applicants each city has, by its key; and how many people of each kind are in each state. */
async function readCities(database: StoreDatabase) {
  const cities = new Map<string, number>();
  const states = new Map<string, PeopleOverview['states'][number]>();
  const { rows } = await sql<Part & { key: string; count: number }>`
    select kind, state, city_key as key, count from people_counts`.execute(database);
  for (const { kind, state, key, count } of rows) {
    const counted = states.get(`${kind} ${state}`)?.count ?? 0;
    states.set(`${kind} ${state}`, { kind, state, count: counted + count });
    if (kind !== 'contact') cities.set(key, (cities.get(key) ?? 0) + count);
  }
  return { cities, states: [...states.values()] };
}

async function readReviewers(database: StoreDatabase, sinceMs: number) {
  const countOf = (state: string): RawBuilder<number> => sql`count(*) filter (where to_state = ${state})`;
  const { rows } = await sql<PeopleOverview['reviewers'][number]>`
    select actor_name as name, count(*) as decisions, ${countOf('invited')} as invited,
      ${countOf('declined')} as declined
    from decisions where decided_at >= ${sinceMs} and ${isOfApplicants}
    group by actor_name order by count(*) desc, actor_name limit 50`.execute(database);
  return rows;
}
