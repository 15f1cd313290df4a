import { z } from 'zod';
import { filterSchema, type Sort, sorts } from '#contract/console-view.ts';
import { countIn } from '#contract/review.ts';
import { type CallContext, type CallFile, defineCall, toFilter } from '#server/operator/call.ts';
import { csvRow, csvStart } from '#server/operator/csv.ts';
import { readExport } from '#server/operator/read-people.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';

/** The view as a spreadsheet: a line a person, in the order of the view. */
export const exportPeople = defineCall({
  input: z.strictObject({ filter: filterSchema, sort: z.enum(sorts) }),
  async answer({ filter, sort }, context): Promise<CallFile> {
    const { store, calendar, now } = context;
    const wanted = toFilter(filter, context);
    return {
      fileName: `applicants-${calendar.formatDay(now())}.csv`,
      contentType: 'text/csv; charset=utf-8',
      rows: countIn(await store.countApplicants(wanted), wanted.state),
      body: writeRows(wanted, sort, context),
    };
  },
});

async function* writeRows(filter: ApplicantFilter, sort: Sort, { store, calendar }: CallContext) {
  yield csvStart(calendar);
  for await (const lines of readExport(store, { filter, sort }))
    yield lines.map((line) => csvRow(line, calendar)).join('');
}
