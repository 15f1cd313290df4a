import { sql } from 'kysely';
import { fieldValue } from '#contract/fields.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import { parseStored } from '#server/store/queries/parse-stored.ts';
import type { StoreDatabase } from '#server/store/schema.ts';
import type { Part } from './people-conditions.ts';

interface City {
  key: string;
  count: number;
}

/** Named by one statement; SQLite takes 500 selects in one. */
const namedTogether = 100;

/** In the same order, each spelled as one of its applicants does. */
export async function nameCities(
  database: StoreDatabase,
  cities: readonly City[],
): Promise<{ city: string; count: number }[]> {
  const names = new Map<string, string>();
  for (let from = 0; from < cities.length; from += namedTogether) {
    const keys = cities.slice(from, from + namedTogether).map(({ key }) => key);
    for (const [key, name] of await readNames(database, keys)) names.set(key, name);
  }
  return cities.map(({ key, count }) => ({ city: names.get(key) ?? key, count }));
}

async function readNames(database: StoreDatabase, keys: readonly string[]): Promise<[string, string][]> {
  const { rows: parts } = await sql<Part & { key: string }>`
    select city_key as key, kind, min(state) as state from people_counts
    where city_key in (${sql.join(keys)}) and kind <> 'contact' group by city_key, kind`.execute(database);
  if (parts.length === 0) return [];
  // The first of an index, in one part of each city.
  const selects = [...new Map(parts.map((part) => [part.key, part])).values()].map(
    ({ key, kind, state }) => sql`select * from (
      select people.city_key as key, submissions.kind, submissions.fields
      from people inner join submissions on submissions.sequence = people.sequence
      where people.kind = ${kind} and people.state = ${state} and people.city_key = ${key} limit 1) as one`,
  );
  const { rows } = await sql<{ key: string; kind: WaitlistKind; fields: string }>`${sql.join(
    selects,
    sql` union all `,
  )}`.execute(database);
  return rows.map((row) => [row.key, fieldValue(parseStored(row), 'city')]);
}
