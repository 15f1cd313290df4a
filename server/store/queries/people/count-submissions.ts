import { sql } from 'kysely';
import { submissionKinds, waitlistKinds } from '#contract/submission.ts';
import type { SubmissionCountOptions, SubmissionCounts } from '#server/store/people.ts';
import type { EngineTraits, StoreDatabase } from '#server/store/schema.ts';
import { nameCities } from './name-cities.ts';
import { from, isPart, type Part, partsOf } from './people-conditions.ts';

/** Ranges of indexes, no submission itself but one a city, which spells its name. */
export async function countSubmissions(
  database: StoreDatabase,
  traits: EngineTraits,
  { dayStartsMs, citiesSinceMs }: SubmissionCountOptions,
): Promise<SubmissionCounts> {
  const kinds: SubmissionCounts['kinds'] = [];
  for (const kind of submissionKinds) {
    const applications = database.selectFrom('applications').where('kind', '=', kind);
    const { count } = await applications
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const days: number[] = [];
    for (const [index, startMs] of dayStartsMs.slice(0, -1).entries()) {
      const day = await applications
        .where('received_at', '>=', startMs)
        .where('received_at', '<', dayStartsMs[index + 1] as number)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      days.push(day.count);
    }
    kinds.push({ kind, count, days });
  }
  return { kinds, cities: await countCities(database, traits, citiesSinceMs) };
}

async function countCities(
  database: StoreDatabase,
  traits: EngineTraits,
  citiesSinceMs: readonly number[],
): Promise<SubmissionCounts['cities']> {
  const cities = new Map<string, Part & { key: string; count: number; since: number[] }>();
  const sums = citiesSinceMs.map(
    (sinceMs, index) =>
      sql`sum(case when received_at >= ${sinceMs} then 1 else 0 end) as ${sql.ref(`since_${index}`)}`,
  );
  for (const part of partsOf(waitlistKinds)) {
    const { rows } = await sql<{ key: string; count: number } & Record<`since_${number}`, number>>`
      select ${sql.join([sql`city_key as key`, sql`count(*) as count`, ...sums])}
      from ${from(traits, 'people_by_city')} where ${isPart(part)} group by city_key`.execute(database);
    for (const { key, count, ...since } of rows) {
      const city = cities.get(key) ?? { ...part, key, count: 0, since: citiesSinceMs.map(() => 0) };
      cities.set(key, city);
      city.count += count;
      city.since = city.since.map((sum, index) => sum + (since[`since_${index}`] ?? 0));
    }
  }
  const most = [...cities.values()].sort(
    (one, other) => other.count - one.count || (one.key < other.key ? -1 : 1),
  );
  const named = await nameCities(database, most);
  return most.map(({ key, count, since }, index) => ({ city: named[index]?.city ?? key, count, since }));
}
