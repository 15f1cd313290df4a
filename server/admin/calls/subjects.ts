import type { Arrivals, SubjectPage, SubjectRow, Totals } from '#contract/console-answers.ts';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import { fieldValue } from '#contract/fields.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import type { ApplicantRow } from '#server/store/applicants.ts';
import { fold } from '#server/store/fold.ts';
import type { SubmissionRecord } from '#server/store/submission-record.ts';
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

function toSubjectRow({ record, first, applications, ...review }: ApplicantRow): SubjectRow {
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
    firstAs: first === null ? null : describeFirst(first, record),
    ...review,
  };
}

/** How the first application names its applicant, where the newest one differs; null: it does not. */
function describeFirst(first: SubmissionRecord, newest: SubmissionRecord): string | null {
  const names = (['name', 'handle', 'venueName'] as const).filter(
    (field) => fold(fieldValue(first, field)) !== fold(fieldValue(newest, field)),
  );
  return names.length === 0 ? null : names.map((field) => fieldValue(first, field) || '–').join(', ');
}
