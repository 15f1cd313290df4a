import { type RawBuilder, sql } from 'kysely';
import type { ApplicantCounts, ApplicantPage } from '#contract/answers.ts';
import type { Sort } from '#contract/console-view.ts';
import { type ReviewState, standsIn } from '#contract/review.ts';
import type { ApplicantFilter, ApplicantPageOptions } from '#server/store/applicants.ts';
import { InvalidCursorError } from '#server/store/errors.ts';
import { isOfSubmission } from '#server/store/queries/review-subject.ts';
import type { StoreDatabase } from '#server/store/schema.ts';
import { type Condition, conditionsOf, kindsOf } from './filter-conditions.ts';
import { readApplicantRows } from './read-applicant-rows.ts';

/** The values that place a row in every order. */
interface Cursor {
  sequence: number;
  first_sequence: number;
  first_applied_at: number;
  name_key: string;
  city_key: string;
}

/** A page of the list of applicants or contact messages, which the console and the command line show. */
export async function readApplicants(
  database: StoreDatabase,
  { filter, sort, after, limit }: ApplicantPageOptions,
): Promise<ApplicantPage> {
  const cursor = typeof after === 'string' ? decodeCursor(after) : await findCursor(database, after);
  // Read before the page: a row that is added between the two is shown and announced, instead of neither.
  const { newest } = await database
    .selectFrom('applicants')
    .select(({ fn }) => fn.max('sequence').as('newest'))
    .executeTakeFirstOrThrow();
  const isBehind = cursor === null ? sql`1 = 1` : follows(sort, cursor);
  // One more than asked for says whether there is a next page.
  const { rows } = await sql<Cursor>`
    select ${cursorColumns} from applicants
    where ${await conditionsOf(database, filter)} and ${isBehind} order by ${orders[sort]} limit ${limit + 1}`.execute(
    database,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: await readApplicantRows(
      database,
      page.map(({ sequence }) => sequence),
    ),
    next: rows.length > limit && last !== undefined ? encodeCursor(last) : null,
    newest: newest ?? 0,
  };
}

/** Counts the applicants in each state. The filter's own state is left out; its other conditions hold. */
export async function countApplicants(
  database: StoreDatabase,
  filter: ApplicantFilter,
): Promise<ApplicantCounts> {
  const others = { ...filter, kinds: kindsOf(filter), state: undefined };
  const { rows } = await sql<{ state: ReviewState; again: number; count: number }>`
    select state, applied_again as again, count(*) as count from applicants
    where ${await conditionsOf(database, others, sql`applications > 0`)}
    group by state, applied_again`.execute(database);
  const counts: ApplicantCounts['states'] = {};
  for (const { state, again, count } of rows) {
    const standing = standsIn({ state, appliedAgain: again === 1 });
    counts[standing] = (counts[standing] ?? 0) + count;
  }
  return { states: counts };
}

/** How many of the view have a newest application with a number above this one. */
export async function countArrivals(
  database: StoreDatabase,
  filter: ApplicantFilter,
  since: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from applicants
    where ${await conditionsOf(database, filter)} and applicants.sequence > ${since}`.execute(database);
  return rows[0]?.count ?? 0;
}

/** As its index has it. */
const firstAppliedAt = sql`coalesce(first_applied_at, applicants.received_at)`;
/** Who applied first is first; who applies again keeps their place. */
export const byFirstApplication = sql`${firstAppliedAt}, first_sequence`;

const orders: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  newest: sql`sequence desc`,
  oldest: byFirstApplication,
  name: sql`name_key, sequence desc`,
  city: sql`city_key, sequence desc`,
};

function follows(
  sort: Sort,
  { sequence, first_sequence, first_applied_at, name_key, city_key }: Cursor,
): Condition {
  switch (sort) {
    case 'newest':
      return sql`sequence < ${sequence}`;
    case 'oldest':
      return sql`(${firstAppliedAt} >= ${first_applied_at}
        and (${firstAppliedAt} > ${first_applied_at} or first_sequence > ${first_sequence}))`;
    case 'name':
      return sql`(name_key > ${name_key} or (name_key = ${name_key} and sequence < ${sequence}))`;
    case 'city':
      return sql`(city_key > ${city_key} or (city_key = ${city_key} and sequence < ${sequence}))`;
  }
}

const cursorColumns = sql`sequence, first_sequence, ${firstAppliedAt} as first_applied_at, name_key, city_key`;

/** Behind the applicant with this submission, who may be listed no more; null: the list begins. */
async function findCursor(database: StoreDatabase, number: number | null): Promise<Cursor | null> {
  if (number === null) return null;
  const { rows } = await sql<Cursor>`
    select coalesce(applicants.sequence, submissions.sequence) as sequence,
      coalesce(first_sequence, submissions.sequence) as first_sequence,
      coalesce(${firstAppliedAt}, submissions.received_at) as first_applied_at, name_key, city_key
    from submissions join applicants on ${isOfSubmission}
    where submissions.sequence = ${number}`.execute(database);
  return rows[0] ?? null;
}

const encodeCursor = ({ sequence, first_sequence, first_applied_at, name_key, city_key }: Cursor): string =>
  Buffer.from(JSON.stringify([sequence, first_sequence, first_applied_at, name_key, city_key])).toString(
    'base64url',
  );

/** @throws {InvalidCursorError} when it is not what a page answered */
function decodeCursor(after: string): Cursor {
  try {
    const [sequence, first_sequence, first_applied_at, name_key, city_key] = JSON.parse(
      Buffer.from(after, 'base64url').toString(),
    );
    if (
      [sequence, first_sequence, first_applied_at].every(Number.isSafeInteger) &&
      typeof name_key === 'string' &&
      typeof city_key === 'string' &&
      !`${name_key}${city_key}`.includes('\0')
    )
      return { sequence, first_sequence, first_applied_at, name_key, city_key };
  } catch {
    // Not JSON: refused below.
  }
  throw new InvalidCursorError('`after` is not the `next` of a page.');
}
