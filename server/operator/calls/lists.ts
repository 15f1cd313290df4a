import type { Sort } from '#contract/console-view.ts';
import { countIn } from '#contract/review.ts';
import { readSearch } from '#contract/search-words.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { answerTo, type CallContext, type CallFile, toFilter } from '#server/operator/call.ts';
import { csvRow, csvStart } from '#server/operator/csv.ts';
import { readExport } from '#server/operator/read-people.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';
import { withExcerpts } from './excerpt.ts';

/** Cities with most people that the filter offers. */
const maxOffered = 200;

export const subjects = answerTo('subjects', async ({ filter, ...page }, context) => {
  const found = await context.store.readApplicants({ filter: toFilter(filter, context), ...page });
  const searched = readSearch(filter.text ?? '').words;
  return { ...found, rows: found.rows.map((row) => withExcerpts(row, searched)) };
});

export const totals = answerTo('totals', ({ filter }, context) =>
  context.store.countApplicants(toFilter(filter, context)),
);

export const cities = answerTo('cities', async (_, { store }) => {
  const people = await store.countPeople({ kinds: waitlistKinds });
  // Imported people may have none.
  const named = people.cities.map(({ city }) => city).filter((city) => city !== '');
  return { cities: named.slice(0, maxOffered) };
});

export const arrivals = answerTo('arrivals', async ({ filter, since }, context) => ({
  count: await context.store.countArrivals(toFilter(filter, context), since),
}));

/** The view as a spreadsheet: a line a person, in the order of the view. */
const exportView = answerTo('export', async ({ filter, sort }, context): Promise<CallFile> => {
  const { store, calendar, now } = context;
  const wanted = toFilter(filter, context);
  return {
    fileName: `applicants-${calendar.formatDay(now())}.csv`,
    contentType: 'text/csv; charset=utf-8',
    rows: countIn(await store.countApplicants(wanted), wanted.state),
    body: writeRows(wanted, sort, context),
  };
});

async function* writeRows(filter: ApplicantFilter, sort: Sort, { store, calendar }: CallContext) {
  yield csvStart(calendar);
  for await (const lines of readExport(store, { filter, sort }))
    yield lines.map((line) => csvRow(line, calendar)).join('');
}

export { exportView as export };
