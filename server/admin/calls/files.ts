import type { ConsoleRequest } from '#contract/console-calls.ts';
import type { Sort } from '#contract/console-view.ts';
import type { ConsoleFile } from '#server/admin/console-api.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import { csvRow, csvStart } from '#server/operator/csv.ts';
import { describePerson } from '#server/operator/describe-person.ts';
import { toJson } from '#server/operator/to-json.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';
import { toApplicantFilter } from './filter.ts';
import { requireRecord } from './require-record.ts';

/** Read together: some milliseconds of the store's time. */
const batchSize = 500;

/** The view as a spreadsheet: all applications of each applicant, the newest first, in the order of the view. */
export async function exportView(
  { filter, sort }: ConsoleRequest<'export'>,
  context: ConsoleContext,
): Promise<ConsoleFile> {
  const { store, calendar, now = Date.now } = context;
  const wanted = toApplicantFilter(filter, context);
  const { applications } = await store.countApplicants(wanted);
  return {
    fileName: `applicants-${calendar.formatDay(now())}.csv`,
    contentType: 'text/csv; charset=utf-8',
    rows: applications,
    body: writeRows(wanted, sort, context),
  };
}

async function* writeRows(
  filter: ApplicantFilter,
  sort: Sort,
  { store, calendar }: ConsoleContext,
): AsyncGenerator<string> {
  yield csvStart(calendar);
  let after: string | null = null;
  do {
    const page = await store.readApplicants({ filter, sort, after, limit: batchSize });
    const applications = await store.readApplicationsOf(page.rows);
    yield applications.map((record) => csvRow(record, calendar)).join('');
    after = page.next;
  } while (after !== null);
}

export async function download(
  { about }: ConsoleRequest<'download'>,
  { store, now = Date.now }: ConsoleContext,
): Promise<ConsoleFile> {
  const { fields, sequence } = await requireRecord(store, about);
  const person = await describePerson(store, fields.email, new Date(now()));
  return {
    fileName: `applicant-${sequence}.json`,
    contentType: 'application/json; charset=utf-8',
    rows: null,
    body: once(`${toJson(person, 2)}\n`),
  };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
