import type { ApplicantRow } from '#contract/answers.ts';
import { fieldValue } from '#contract/fields.ts';
import { countIn, describeState, reviewStatesOf } from '#contract/review.ts';
import { describeTold } from '#contract/told.ts';
import { readPeople } from '#server/operator/read-people.ts';
import { cursorBehind } from '#server/store/queries/applicants/read-applicants.ts';
import { type Context, defineCommand } from './command.ts';
import { describePage, pageOptions, readPageOptions } from './pages.ts';
import { requireRecord } from './records.ts';
import { readSelection, type Selection, selectionOptions } from './selection.ts';
import { type Column, formatTable } from './table.ts';

const columns: readonly Column[] = [
  { title: 'No.', alignRight: true },
  { title: 'Applied' },
  { title: 'Kind', fromWidth: 60 },
  { title: 'State', shrinks: true },
  { title: 'Name', shrinks: true },
  { title: 'Handle or venue', shrinks: true, fromWidth: 70 },
  { title: 'City', shrinks: true },
  { title: 'Times', alignRight: true, fromWidth: 60 },
  { title: 'Told', shrinks: true, fromWidth: 90 },
  { title: 'Email', shrinks: true, fromWidth: 100 },
];

export const list = defineCommand({
  summary: 'List applicants, or contact messages, a page at a time, the newest first',
  options: { ...selectionOptions, ...pageOptions },
  details: `A line a person, as the console shows them: with the newest application, and "Times" for how often they applied; "show" has all of it. The state is ${reviewStatesOf('creator').join(', ')}; of a contact message ${reviewStatesOf('contact').join(', ')}. What is quarantined or parked: "held".`,
  examples: [
    '--kind creator --city melbourne --since 7d',
    '--since 2026-11-01 --until 2026-11-30 --sort city',
    '--review new',
    '--email jane@example.com',
    '--text "rooftop bar" --json',
  ],
  async run(values, _positionals, context) {
    const { people, total, perPage, next } = await readPage(
      readSelection(values, context, 'newest'),
      readPageOptions(values),
      context,
    );
    if (context.json) return context.printJson({ total, perPage, next, applicants: people });
    if (people.length === 0) return context.print(`No${total === null ? ' more' : ''} applicants match.\n`);
    const rows = people.map((row) => toCells(row, context));
    await context.print(formatTable(columns, rows, context.width));
    await context.print(describePage('applicant', { shown: people.length, total, next }, context));
  },
});

/** Only the first page says how many match in all: counting takes longer the more there are. */
async function readPage(
  { filter, sort }: Selection,
  { after: afterNumber, perPage }: ReturnType<typeof readPageOptions>,
  context: Context,
) {
  const after =
    afterNumber === undefined ? null : cursorBehind(await requireRecord(context, String(afterNumber)));
  const store = await context.openStore();
  const total = after === null ? countIn(await store.countApplicants(filter), filter.state) : null;
  // One more than wanted says that there is a next page.
  const batches = readPeople(store, { filter, sort, after, most: perPage + 1 });
  const found = (await Array.fromAsync(batches)).flat();
  const people = found.slice(0, perPage);
  const next = found.length > perPage ? (people.at(-1)?.sequence ?? null) : null;
  return { people, total, perPage, next };
}

function toCells(row: ApplicantRow, { calendar, now }: Context): string[] {
  return [
    String(row.sequence),
    calendar.formatRecent(row.receivedAtMs, now.getTime()),
    row.kind,
    describeState(row),
    fieldValue(row, 'name'),
    fieldValue(row, 'handle') || fieldValue(row, 'venueName'),
    fieldValue(row, 'city'),
    String(row.applications),
    row.told === null ? '' : describeTold(row.told, calendar.formatTime),
    fieldValue(row, 'email'),
  ];
}
