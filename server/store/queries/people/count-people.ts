import { sql } from 'kysely';
import type { ReviewState } from '#contract/review.ts';
import type { PeopleCounts, PeopleFilter } from '#server/store/people.ts';
import type { StoreDatabase } from '#server/store/schema.ts';
import { findSmallSet, type SmallSet, setBitmapScan } from './find-small-set.ts';
import {
  type Condition,
  every,
  from,
  isInParts,
  isPart,
  type ListTraits,
  type ReadFilter,
  readFilter,
} from './people-conditions.ts';
import { havingAtLeast } from './person-words.ts';

export async function countPeople(
  database: StoreDatabase,
  traits: ListTraits,
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
  traits: ListTraits,
  { parts, city, time }: ReadFilter,
): Promise<StateCounts> {
  if (time === null) return readCounts(database, parts, city);
  const index = city === null ? 'people_by_state' : 'people_by_city';
  const counted = await Promise.all(
    parts.map((part) =>
      sql<{ count: number }>`
        select count(*) as count from ${from(traits, index)} where ${every(isPart(part), city, time)}`.execute(
        database,
      ),
    ),
  );
  const states: StateCounts = {};
  for (const [index, { state }] of parts.entries()) {
    const count = counted[index]?.rows[0]?.count ?? 0;
    if (count > 0) states[state] = (states[state] ?? 0) + count;
  }
  return states;
}

async function countMatches(
  database: StoreDatabase,
  traits: ListTraits,
  read: ReadFilter,
  isExact: boolean,
): Promise<PeopleCounts> {
  const { words } = read;
  const small = await findSmallSet(database, traits, read);
  if (small !== null) {
    const isMatch = small.haveWords ? null : (words?.isMatch ?? null);
    return {
      states: await countAmong(database, traits, read, small.sequences, { isMatch }),
      isAtLeast: false,
    };
  }
  if (words === null) throw new Error('There are neither words nor a mailbox to look for.');
  if (traits.locksRows) await setBitmapScan(database, 'on');
  if (isExact) return { states: await countAmong(database, traits, read, words.matches), isAtLeast: false };
  const isMany = (states: StateCounts) => sumOf(states) >= traits.mostGathered;
  const limited = { limit: traits.mostGathered };
  if (!traits.locksRows) {
    const first = await countAmong(database, traits, read, havingAtLeast(words.words), limited);
    if (isMany(first)) return { states: first, isAtLeast: true };
  }
  const states = await countAmong(database, traits, read, words.matches, limited);
  return { states, isAtLeast: isMany(states) };
}

/** Of people with these numbers, those of the filter but for its words. */
async function countAmong(
  database: StoreDatabase,
  { locksRows }: ListTraits,
  { parts, city, time }: ReadFilter,
  sequences: SmallSet['sequences'],
  { isMatch = null, limit }: { isMatch?: Condition | null; limit?: number } = {},
): Promise<StateCounts> {
  const isLimited = limit !== undefined;
  const { rows } = await sql<{ state: ReviewState; count: number }>`
    with gathered as ${sql.raw(isLimited ? '' : 'materialized')} (${sequences}),
    counted as (
      select state from gathered ${sql.raw(locksRows ? 'inner join people on' : 'cross join people where')} people.sequence = gathered.sequence
      ${sql.raw(locksRows ? 'where' : 'and')} ${every(isInParts(parts), city, time, isMatch)}
      ${isLimited ? sql`limit ${sql.lit(limit)}` : sql``}
    ) select state, count(*) as count from counted group by state`.execute(database);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

const sumOf = (states: StateCounts): number => Object.values(states).reduce((sum, count) => sum + count, 0);

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
  traits: ListTraits,
  filter: PeopleFilter,
  since: number,
): Promise<number> {
  const { parts, city, time, words, mailbox } = readFilter(traits, filter);
  const isOfMailbox = mailbox === null ? null : sql<boolean>`people.sequence in (${mailbox})`;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from people ${sql.raw(traits.locksRows ? '' : 'not indexed')}
      where people.sequence > ${since} and ${every(isInParts(parts), city, time, words?.isMatch ?? null, isOfMailbox)}
      limit ${sql.lit(traits.mostGathered)}
    ) as counted`.execute(database);
  return rows[0]?.count ?? 0;
}
