import { type RawBuilder, sql } from 'kysely';
import type { Sort } from '#contract/console-view.ts';
import { InvalidPlaceError } from '#server/store/errors.ts';
import type { PeoplePage, PeoplePageOptions } from '#server/store/people.ts';
import { findRecord } from '#server/store/queries/read-records.ts';
import type { StoreDatabase } from '#server/store/schema.ts';
import { findSmallSet } from './find-small-set.ts';
import { readNewestSequence, readPosition } from './follow-people.ts';
import {
  type Condition,
  every,
  from,
  isInParts,
  isPart,
  type ListTraits,
  type Part,
  type ReadFilter,
  readFilter,
} from './people-conditions.ts';
import { readPersonRows } from './read-person-rows.ts';
import { sortKeysOf } from './sort-keys.ts';

/** Where a row stands in every order. */
interface Place {
  sequence: number;
  received_at: number;
  name_key: string;
  city_key: string;
}

interface Order {
  index: keyof typeof indexesOfCity;
  /** Sorted by it first, upwards; then by time. */
  key: 'name_key' | 'city_key' | null;
  isNewestFirst: boolean;
}

const orders: Readonly<Record<Sort, Order>> = {
  newest: { index: 'people_by_state', key: null, isNewestFirst: true },
  oldest: { index: 'people_by_state', key: null, isNewestFirst: false },
  name: { index: 'people_by_name', key: 'name_key', isNewestFirst: true },
  city: { index: 'people_by_city', key: 'city_key', isNewestFirst: true },
};

export async function readPeople(
  database: StoreDatabase,
  traits: ListTraits,
  { filter, sort, after, limit }: PeoplePageOptions,
): Promise<PeoplePage> {
  const read = readFilter(traits, filter);
  const order = orders[sort];
  const place = typeof after === 'string' ? decodePlace(after) : after && (await findPlace(database, after));
  // The position first: who comes between the statements is shown and announced, not neither. Statements that do
  // not need each other's answers travel together on Postgres.
  const [position, newest, places] = await Promise.all([
    readPosition(database),
    readNewestSequence(database),
    // One more than asked for says whether there is a next page.
    readPlaces(database, traits, { read, order, place, limit: limit + 1 }),
  ]);
  const page = places.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: await readPersonRows(
      database,
      page.map(({ sequence }) => sequence),
    ),
    next: places.length > limit && last !== undefined ? encodePlace(last) : null,
    position,
    newest,
  };
}

const readPlaces = (database: StoreDatabase, traits: ListTraits, wanted: Wanted): Promise<Place[]> =>
  isInOrderOfAnIndex(wanted.read, wanted.order)
    ? walk(database, traits, wanted)
    : gatherOrWalk(database, traits, wanted);

/** Every row that the index leads to is one of the view. */
const isInOrderOfAnIndex = ({ time, words, mailbox }: ReadFilter, { key }: Order): boolean =>
  words === null && mailbox === null && (key === null || time === null);

interface Wanted {
  read: ReadFilter;
  order: Order;
  place: Place | null;
  limit: number;
}

async function gatherOrWalk(database: StoreDatabase, traits: ListTraits, wanted: Wanted) {
  const { read, order, place, limit } = wanted;
  const gathered = await findSmallSet(database, traits, read);
  if (gathered === null) return walk(database, traits, wanted);
  const { parts, city, time, words } = read;
  const isMatch = words === null || gathered.haveWords ? null : words.isMatch;
  const { rows } = await sql<Place>`
    with gathered as materialized (${gathered.sequences})
    select people.sequence, received_at, name_key, city_key
    from gathered ${sql.raw(traits.locksRows ? 'inner' : 'cross')} join people ${sql.raw(traits.locksRows ? 'on' : 'where')} people.sequence = gathered.sequence
    ${sql.raw(traits.locksRows ? 'where' : 'and')} ${every(isInParts(parts), city, time, isMatch, follows(order, place))}
    order by ${orderBy(order)} limit ${limit}`.execute(database);
  return rows;
}

/** In the same order, the people of one city alone. */
const indexesOfCity = {
  people_by_state: 'people_by_city',
  people_by_name: 'people_by_city_and_name',
  people_by_city: 'people_by_city',
} as const;

/** Reads each part in the order of an index, and merges them. */
async function walk(
  database: StoreDatabase,
  traits: ListTraits,
  { read, order, place, limit }: Wanted,
): Promise<Place[]> {
  const { parts, city, time, words } = read;
  const index = city === null ? order.index : indexesOfCity[order.index];
  const walkPart = async (part: Part): Promise<Place[]> => {
    const found: Place[] = [];
    let left = limit;
    for (const following of stepsAfter(order, place)) {
      const { rows } = await sql<Place>`
        select sequence, received_at, name_key, city_key from ${from(traits, index)}
        where ${every(isPart(part), city, time, following, words?.isMatch ?? null)}
        order by ${orderBy(order)} limit ${left}`.execute(database);
      found.push(...rows);
      left -= rows.length;
      if (left === 0) break;
    }
    return found;
  };
  const found = await Promise.all(parts.map(walkPart));
  return found.flat().sort(compareIn(order)).slice(0, limit);
}

/** In two steps, each of which begins at its place in the index: the rest of the equal ones, then what follows. */
function stepsAfter({ key, isNewestFirst }: Order, place: Place | null): (Condition | null)[] {
  if (place === null) return [null];
  const inTime = isFurtherInTime(isNewestFirst, place);
  if (key === null) return [inTime];
  return [
    sql<boolean>`${sql.ref(key)} = ${place[key]} and ${inTime}`,
    sql<boolean>`${sql.ref(key)} > ${place[key]}`,
  ];
}

function follows(order: Order, place: Place | null): Condition | null {
  const steps = stepsAfter(order, place).filter((step) => step !== null);
  return steps.length === 0 ? null : sql<boolean>`(${sql.join(steps, sql` or `)})`;
}

const isFurtherInTime = (isNewestFirst: boolean, { received_at, sequence }: Place): Condition =>
  isNewestFirst
    ? sql<boolean>`(received_at, people.sequence) < (${received_at}, ${sequence})`
    : sql<boolean>`(received_at, people.sequence) > (${received_at}, ${sequence})`;

function orderBy({ key, isNewestFirst }: Order): RawBuilder<unknown> {
  const inTime = isNewestFirst
    ? sql`received_at desc, people.sequence desc`
    : sql`received_at, people.sequence`;
  return key === null ? inTime : sql`${sql.ref(key)}, ${inTime}`;
}

const compareIn =
  ({ key, isNewestFirst }: Order) =>
  (one: Place, other: Place): number => {
    const byKey = key === null ? 0 : Buffer.compare(Buffer.from(one[key]), Buffer.from(other[key]));
    const inTime = one.received_at - other.received_at || one.sequence - other.sequence;
    return byKey || (isNewestFirst ? -inTime : inTime);
  };

const encodePlace = ({ received_at, sequence, name_key, city_key }: Place): string =>
  Buffer.from(JSON.stringify([received_at, sequence, name_key, city_key])).toString('base64url');

/**
 * Where a row with this submission stands, or stood before the person applied again.
 * @throws {InvalidPlaceError} when there is no such submission
 */
async function findPlace(database: StoreDatabase, reference: { sequence: number }): Promise<Place> {
  const record = await findRecord(database, reference);
  if (record === null) throw new InvalidPlaceError(`There is no submission ${reference.sequence}.`);
  return { sequence: record.sequence, received_at: record.receivedAtMs, ...sortKeysOf(record) };
}

/** @throws {InvalidPlaceError} when it is not what a page answered */
function decodePlace(after: string): Place {
  try {
    const [received_at, sequence, name_key, city_key] = JSON.parse(
      Buffer.from(after, 'base64url').toString(),
    ) as unknown[];
    if (
      Number.isSafeInteger(received_at) &&
      Number.isSafeInteger(sequence) &&
      typeof name_key === 'string' &&
      typeof city_key === 'string' &&
      !`${name_key}${city_key}`.includes('\0')
    )
      return { received_at: Number(received_at), sequence: Number(sequence), name_key, city_key };
  } catch {
    // Not JSON: refused below.
  }
  throw new InvalidPlaceError('`after` is not the `next` of a page.');
}
