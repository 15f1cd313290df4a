import type { Arrivals, SubjectPage, SubjectRow, Totals } from '#contract/console-answers.ts';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import { fieldValue } from '#contract/fields.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import type { PersonRow } from '#server/store/people.ts';
import { excerptOf } from './excerpt.ts';
import { toPeopleFilter, totalOf } from './filter.ts';

/** Fewer than this many behind: the list is told to be complete. */
const nearlyAll = 1_000;

export async function subjects(
  { filter, sort, after, limit }: ConsoleRequest<'subjects'>,
  context: ConsoleContext,
): Promise<SubjectPage> {
  const { consoleStore, follower } = context;
  await follower.catchUp();
  const page = await consoleStore.readPeople({
    filter: toPeopleFilter(filter, context),
    sort,
    after,
    limit,
  });
  const { position, newest } = page;
  return {
    rows: page.rows.map(toSubjectRow),
    next: page.next,
    newest: position,
    indexing: newest - position > nearlyAll ? { done: position, of: newest } : null,
  };
}

export async function totals({ filter }: ConsoleRequest<'totals'>, context: ConsoleContext): Promise<Totals> {
  const { consoleStore, follower } = context;
  await follower.catchUp();
  const { states, isAtLeast } = await consoleStore.countPeople(toPeopleFilter(filter, context), false);
  return { total: totalOf(states, filter.state), isAtLeast, states };
}

export async function arrivals(
  { filter, since }: ConsoleRequest<'arrivals'>,
  context: ConsoleContext,
): Promise<Arrivals> {
  const { consoleStore, follower } = context;
  await follower.catchUp();
  return { count: await consoleStore.countArrivals(toPeopleFilter(filter, context), since) };
}

function toSubjectRow({ record, applications, ...review }: PersonRow): SubjectRow {
  const { id, sequence, kind, receivedAtMs } = record;
  return {
    id,
    sequence,
    kind,
    name: fieldValue(record, 'name'),
    email: fieldValue(record, 'email'),
    handle: fieldValue(record, 'handle') || null,
    venueName: fieldValue(record, 'venueName') || null,
    city: fieldValue(record, 'city') || null,
    excerpt: excerptOf(record),
    receivedAtMs,
    applications,
    ...review,
  };
}
