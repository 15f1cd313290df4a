import { type RawBuilder, sql } from 'kysely';
import { fieldValue } from '#contract/fields.ts';
import { reviewStatesOf } from '#contract/review.ts';
import { type WaitlistKind, waitlistKinds } from '#contract/submission.ts';
import type { OverviewOptions, PeopleOverview } from '#server/store/people.ts';
import { parseStored } from '#server/store/queries/parse-stored.ts';
import type { EngineTraits, StoreDatabase } from '#server/store/schema.ts';
import { from, isPart, type Part } from './people-conditions.ts';
import { isOfApplicants, readMedian } from './read-median.ts';

export async function readPeopleOverview(
  database: StoreDatabase,
  traits: EngineTraits,
  { dayStartsMs, cities: mostCities }: OverviewOptions,
): Promise<PeopleOverview> {
  const sinceMs = dayStartsMs[0] ?? 0;
  const { cities, states } = await readCities(database, traits);
  const named = cities.slice(0, mostCities);
  return {
    days: await readDays(database, dayStartsMs),
    cities: await nameCities(database, named),
    others: cities.slice(mostCities).reduce((sum, { count }) => sum + count, 0),
    states: [...states, ...(await countMessages(database, traits))],
    medianToDecisionMs: await readMedian(database, sinceMs),
    reviewers: await readReviewers(database, sinceMs),
  };
}

export async function firstApplicationMs(database: StoreDatabase): Promise<number | null> {
  let first: number | null = null;
  for (const kind of waitlistKinds) {
    const row = await database
      .selectFrom('applications')
      .select('received_at')
      .where('kind', '=', kind)
      .orderBy('received_at')
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) first = Math.min(first ?? row.received_at, row.received_at);
  }
  return first;
}

/** One range of the index a day and kind. */
async function readDays(database: StoreDatabase, starts: readonly number[]) {
  const days = starts.slice(0, -1).map((startMs, index) => ({ startMs, endMs: starts[index + 1] as number }));
  if (days.length === 0) return [];
  const countOf = (kind: WaitlistKind) => sql`(select count(*) from applications
    where kind = ${kind} and received_at >= days.start_ms and received_at < days.end_ms)`;
  const { rows } = await sql<{ creator: number; venue: number }>`
    with days (start_ms, end_ms) as (values ${sql.join(
      days.map(({ startMs, endMs }) => sql`(${sql.lit(startMs)}, ${sql.lit(endMs)})`),
    )})
    select ${countOf('creator')} as creator, ${countOf('venue')} as venue from days order by start_ms
  `.execute(database);
  return rows;
}

interface City extends Part {
  key: string;
  count: number;
}

/** Of applicants, most first; and how many are in each state. */
async function readCities(
  database: StoreDatabase,
  traits: EngineTraits,
): Promise<{ cities: City[]; states: PeopleOverview['states'] }> {
  const cities = new Map<string, City>();
  const states: PeopleOverview['states'] = [];
  // Part by part, so that each is read in the order of its index, without sorting.
  for (const part of partsOf(waitlistKinds)) {
    const { rows } = await sql<{ key: string; count: number }>`
      select city_key as key, count(*) as count from ${from(traits, 'people_by_city')}
      where ${isPart(part)} group by city_key`.execute(database);
    states.push({ ...part, count: rows.reduce((sum, { count }) => sum + count, 0) });
    for (const { key, count } of rows) {
      const known = cities.get(key);
      if (known === undefined) cities.set(key, { ...part, key, count });
      else known.count += count;
    }
  }
  const most = [...cities.values()].sort(
    (one, other) => other.count - one.count || (one.key < other.key ? -1 : 1),
  );
  return { cities: most, states };
}

export async function nameCities(database: StoreDatabase, cities: readonly City[]) {
  const named: { city: string; count: number }[] = [];
  for (const { kind, state, key, count } of cities) {
    const row = await database
      .selectFrom('people')
      .innerJoin('submissions', 'submissions.sequence', 'people.sequence')
      .select(['submissions.kind', 'submissions.fields'])
      .where('people.kind', '=', kind)
      .where('people.state', '=', state)
      .where('people.city_key', '=', key)
      .limit(1)
      .executeTakeFirst();
    named.push({ city: row === undefined ? key : fieldValue(parseStored(row), 'city'), count });
  }
  return named;
}

async function countMessages(database: StoreDatabase, traits: EngineTraits) {
  const states: PeopleOverview['states'] = [];
  for (const part of partsOf(['contact'])) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${from(traits, 'people_by_state')} where ${isPart(part)}`.execute(
      database,
    );
    states.push({ ...part, count: rows[0]?.count ?? 0 });
  }
  return states;
}

async function readReviewers(database: StoreDatabase, sinceMs: number) {
  const countOf = (state: string): RawBuilder<number> =>
    sql`sum(case when to_state = ${state} then 1 else 0 end)`;
  const { rows } = await sql<PeopleOverview['reviewers'][number]>`
    select actor_name as name, count(*) as decisions, ${countOf('invited')} as invited,
      ${countOf('declined')} as declined
    from decisions where decided_at >= ${sinceMs} and ${isOfApplicants}
    group by actor_name order by count(*) desc, actor_name limit 50`.execute(database);
  return rows;
}

export const partsOf = (kinds: readonly Part['kind'][]): Part[] =>
  kinds.flatMap((kind) => reviewStatesOf(kind).map((state) => ({ kind, state })));
