import type { ApplicantRow } from '#contract/answers.ts';
import type { DateRange, Filter, Sort } from '#contract/console-view.ts';
import { reviewStatesOf } from '#contract/review.ts';
import { type Answerer, ConsoleCallError, type ConsoleContext } from '#server/admin/console-api.ts';
import type { Calendar } from '#server/operator/calendar.ts';
import { countSides } from '#server/operator/count-sides.ts';
import { csvRow, csvStart } from '#server/operator/csv.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';

/** Read together: some milliseconds of the store's time. */
const batchSize = 500;

export const subjects: Answerer<'subjects'> = ({ filter, ...page }, context) =>
  context.store.readApplicants({ filter: toApplicantFilter(filter, context), ...page });

export const totals: Answerer<'totals'> = ({ filter }, context) =>
  context.store.countApplicants(toApplicantFilter(filter, context));

export const arrivals: Answerer<'arrivals'> = async ({ filter, since }, context) => ({
  count: await context.store.countArrivals(toApplicantFilter(filter, context), since),
});

/** The view as a spreadsheet: all applications of each applicant, the newest first, in the order of the view. */
export const exportView: Answerer<'export'> = async ({ filter, sort }, context) => {
  const { store, calendar, now } = context;
  const wanted = toApplicantFilter(filter, context);
  const { applications } = await store.countApplicants(wanted);
  return {
    fileName: `applicants-${calendar.formatDay(now())}.csv`,
    contentType: 'text/csv; charset=utf-8',
    rows: applications,
    body: writeRows(wanted, sort, context),
  };
};

async function* writeRows(filter: ApplicantFilter, sort: Sort, context: ConsoleContext) {
  const { store, calendar } = context;
  yield csvStart(calendar);
  for await (const rows of readBatches(filter, sort, context)) {
    const applications = await store.readApplicationsOf(rows);
    yield applications.map((record) => csvRow(record, calendar)).join('');
  }
}

export const wavePlan: Answerer<'wavePlan'> = async ({ filter, newest, to, letter }, context) => {
  if (!reviewStatesOf(filter.kind ?? 'creator').includes(to))
    throw new ConsoleCallError('INVALID_REQUEST', `These cannot become ${to}. Nothing was changed.`);
  const people: ApplicantRow[] = [];
  let already = 0;
  const wanted = { ...toApplicantFilter(filter, context), newest };
  for await (const rows of readBatches(wanted, 'oldest', context)) {
    const changing = rows.filter(
      ({ state, told }) => state !== to || (letter && told?.telling === 'not-told'),
    );
    people.push(...changing);
    already += rows.length - changing.length;
  }
  return {
    people: people.map(({ id, version }) => ({ about: id, seenVersion: version })),
    already,
    ...countSides(people),
  };
};

async function* readBatches(filter: ApplicantFilter, sort: Sort, { store }: ConsoleContext) {
  let after: string | null = null;
  do {
    const page = await store.readApplicants({ filter, sort, after, limit: batchSize });
    yield page.rows;
    after = page.next;
  } while (after !== null);
}

/** The view's days, in the time zone of the setting, as times. */
function toApplicantFilter(
  { kind, date, from, to, ...rest }: Filter,
  { calendar, now }: ConsoleContext,
): ApplicantFilter {
  const first = date === undefined ? from : firstDayOf(date, calendar.formatDay(now()), calendar);
  return {
    ...rest,
    kinds: kind === undefined ? undefined : [kind],
    sinceMs: first === undefined ? undefined : (calendar.startOfDay(first) ?? undefined),
    beforeMs: to === undefined ? undefined : (calendar.startOfDay(calendar.addDays(to, 1)) ?? undefined),
  };
}

function firstDayOf(range: DateRange, today: string, calendar: Calendar): string {
  switch (range) {
    case 'today':
      return today;
    case '7d':
      return calendar.addDays(today, -6);
    case '30d':
      return calendar.addDays(today, -29);
    case 'year':
      return `${today.slice(0, 4)}-01-01`;
  }
}
