import { sql } from 'kysely';
import type { ReviewState } from '#contract/review.ts';
import type { PeopleCounts, PeopleFilter } from '#server/store/people.ts';
import type { EngineTraits, StoreDatabase } from '#server/store/schema.ts';
import {
  every,
  findSmallSet,
  from,
  isInParts,
  isPart,
  mostGathered,
  type ReadFilter,
  readFilter,
} from './people-conditions.ts';

export async function countPeople(
  database: StoreDatabase,
  traits: EngineTraits,
  filter: PeopleFilter,
  isExact: boolean,
): Promise<PeopleCounts> {
  const read = readFilter(traits, { ...filter, state: undefined });
  return read.words === null && read.mailbox === null
    ? { states: await countParts(database, traits, read), isAtLeast: false }
    : countMatches(database, traits, read, isExact);
}

type StateCounts = Partial<Record<ReviewState, number>>;

/** From the counts; with a time, one range of an index for each part. */
async function countParts(
  database: StoreDatabase,
  traits: EngineTraits,
  { parts, city, time }: ReadFilter,
): Promise<StateCounts> {
  if (time === null) return readCounts(database, parts, city);
  const states: StateCounts = {};
  const index = city === null ? 'people_by_state' : 'people_by_city';
  for (const part of parts) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${from(traits, index)} where ${every(isPart(part), city, time)}`.execute(
      database,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) states[part.state] = (states[part.state] ?? 0) + count;
  }
  return states;
}

async function countMatches(
  database: StoreDatabase,
  traits: EngineTraits,
  read: ReadFilter,
  isExact: boolean,
): Promise<PeopleCounts> {
  const { parts, city, time, words } = read;
  const gathered = await findSmallSet(database, traits, read);
  const matches = gathered?.sequences ?? words?.matches;
  if (matches === undefined) throw new Error('There are neither words nor a mailbox to look for.');
  const isMatch = gathered === null || gathered.usesWordIndex ? null : (words?.isMatch ?? null);
  if (gathered === null && traits.locksRows) await sql`set local enable_bitmapscan = on`.execute(database);
  const limit = gathered !== null || isExact ? sql`` : sql`limit ${sql.lit(mostGathered)}`;
  const { rows } = await sql<{ state: ReviewState; count: number }>`
    with gathered as ${sql.raw(gathered === null ? '' : 'materialized')} (${matches}),
    counted as (
      select state from gathered ${sql.raw(traits.locksRows ? 'inner join people on' : 'cross join people where')} people.sequence = gathered.sequence
      ${sql.raw(traits.locksRows ? 'where' : 'and')} ${every(isInParts(parts), city, time, isMatch)} ${limit}
    ) select state, count(*) as count from counted group by state`.execute(database);
  const states: StateCounts = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return { states, isAtLeast: gathered === null && !isExact && total >= mostGathered };
}

async function readCounts(
  database: StoreDatabase,
  parts: ReadFilter['parts'],
  city: ReadFilter['city'],
): Promise<StateCounts> {
  const { rows } = await sql<{ state: ReviewState; count: number }>`
    select state, sum(count) as count from people_counts where ${every(isInParts(parts), city)}
    group by state`.execute(database);
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

export async function countArrivals(
  database: StoreDatabase,
  traits: EngineTraits,
  filter: PeopleFilter,
  since: number,
): Promise<number> {
  const { parts, city, time, words, mailbox } = readFilter(traits, filter);
  const isOfMailbox = mailbox === null ? null : sql<boolean>`people.sequence in (${mailbox})`;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from people
      where people.sequence > ${since} and ${every(isInParts(parts), city, time, words?.isMatch ?? null, isOfMailbox)}
      limit ${sql.lit(mostGathered)}
    ) as counted`.execute(database);
  return rows[0]?.count ?? 0;
}
