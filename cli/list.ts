import { fieldValue } from '#contract/fields.ts';
import { recordToJson, stateLabel } from '#server/operator/record-words.ts';
import type { OperatorStore, SubmissionRecord } from '#server/store/operator-store.ts';
import { CommandError, type Context, defineCommand, UsageError } from './command.ts';
import { count } from './records.ts';
import { readSelected, readSelection, type Selection, selectionOptions } from './selection.ts';
import { type Column, formatTable } from './table.ts';

const defaultPerPage = 50;

const columns: readonly Column[] = [
  { title: 'No.', alignRight: true },
  { title: 'Received' },
  { title: 'Kind', fromWidth: 60 },
  { title: 'Review', fromWidth: 80 },
  { title: 'Message' },
  { title: 'Name', shrinks: true },
  { title: 'Handle or venue', shrinks: true, fromWidth: 70 },
  { title: 'City', shrinks: true },
  { title: 'Email', shrinks: true, fromWidth: 100 },
];

export const list = defineCommand({
  summary: 'List submissions, a page at a time, the newest first',
  options: {
    ...selectionOptions,
    page: { type: 'string', short: 'p', value: 'N', about: 'which page; the first is 1' },
    'per-page': { type: 'string', value: 'N', about: `submissions on a page; ${defaultPerPage} by default` },
  },
  printsJson: true,
  details:
    'The column "Review" shows how the applicant stands: new, shortlisted, invited or declined; of a contact message new or answered. The column "Message" shows the state of the message to Slack: waiting, sending, delivered, parked (Slack refused it), quarantined (held back as possible abuse) or discarded.',
  examples: [
    '--kind creator --city melbourne --since 7d',
    '--since 2026-11-01 --until 2026-11-30 --sort city',
    '--review new',
    '--state quarantined',
    '--text "rooftop bar" --json',
  ],
  async run(values, _positionals, context) {
    const selection = readSelection(values, context, 'newest');
    const page = readCount('page', values.page, 1);
    const perPage = readCount('per-page', values['per-page'], defaultPerPage);
    const store = await context.openStore();
    const { found, total } = await readPage(store, selection, { page, perPage }, context);
    const pages = Math.max(1, Math.ceil(total / perPage));
    if (page > pages) {
      throw new CommandError(
        `There is no page ${page}: ${count(total, 'submission')} ${total === 1 ? 'matches' : 'match'}, on ${count(pages, 'page')}.`,
      );
    }
    if (context.json) {
      const submissions = found.map(recordToJson);
      return context.printJson({ page, pages, perPage, total, hasMore: page < pages, submissions });
    }
    if (total === 0) return context.print('No submissions match.\n');
    const rows = found.map((record) => toCells(record, context));
    await context.print(formatTable(columns, rows, context.width));
    const where =
      pages === 1 ? '' : `, page ${page} of ${pages}${page < pages ? ` (next: --page ${page + 1})` : ''}`;
    await context.print(`\n${count(total, 'submission')}${where}. Times in ${context.calendar.timeZone}.\n`);
  },
});

/** The page's submissions, and how many match in all. */
async function readPage(
  store: OperatorStore,
  selection: Selection,
  { page, perPage }: { page: number; perPage: number },
  { progress }: Context,
) {
  // The store can count by its own filter alone; otherwise all has to be read.
  const counted = selection.matches === null ? await store.countRecords(selection.filter) : null;
  const first = (page - 1) * perPage;
  const found: SubmissionRecord[] = [];
  let seen = 0;
  for await (const record of readSelected(store, selection, (read) =>
    progress(`${read.toLocaleString('en')} read`),
  )) {
    if (seen >= first && found.length < perPage) found.push(record);
    seen += 1;
    if (counted !== null && found.length === perPage) break;
  }
  progress(null);
  return { found, total: counted ?? seen };
}

function toCells(record: SubmissionRecord, { calendar, now }: Context): string[] {
  const { delivery, quarantineReason } = record;
  return [
    String(record.sequence),
    calendar.formatRecent(record.receivedAtMs, now.getTime()),
    record.kind,
    record.reviewState,
    delivery.state === 'quarantined' ? `quarantined: ${quarantineReason}` : stateLabel(delivery.state),
    fieldValue(record, 'name'),
    fieldValue(record, 'handle') || fieldValue(record, 'venueName'),
    fieldValue(record, 'city'),
    fieldValue(record, 'email'),
  ];
}

function readCount(option: string, value: string | undefined, unset: number): number {
  if (value === undefined) return unset;
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value);
  throw new UsageError(`--${option} takes a whole number from 1.`);
}
