import type { Arrivals, SubjectPage, SubjectRow, Totals } from '#contract/console-answers.ts';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import { fieldValue } from '#contract/fields.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import type { ApplicantRow } from '#server/store/applicants.ts';
import { excerptOf } from './excerpt.ts';
import { toApplicantFilter, totalOf } from './filter.ts';

export async function subjects(
  { filter, sort, after, limit }: ConsoleRequest<'subjects'>,
  context: ConsoleContext,
): Promise<SubjectPage> {
  const page = await context.store.readApplicants({
    filter: toApplicantFilter(filter, context),
    sort,
    after,
    limit,
  });
  return { ...page, rows: page.rows.map(toSubjectRow) };
}

export async function totals({ filter }: ConsoleRequest<'totals'>, context: ConsoleContext): Promise<Totals> {
  const { states } = await context.store.countApplicants(toApplicantFilter(filter, context));
  return { total: totalOf(states, filter.state), states };
}

export async function arrivals(
  { filter, since }: ConsoleRequest<'arrivals'>,
  context: ConsoleContext,
): Promise<Arrivals> {
  return { count: await context.store.countArrivals(toApplicantFilter(filter, context), since) };
}

function toSubjectRow({ record, applications, ...review }: ApplicantRow): SubjectRow {
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
