import type { SubmissionRecord } from '#contract/answers.ts';
import { describeDelivery } from '#contract/channels.ts';
import { fieldValue } from '#contract/fields.ts';
import { type Context, defineCommand } from './command.ts';
import { readNumber } from './options.ts';
import { countSelected, readSelected } from './read-selected.ts';
import { count, requireRecord } from './records.ts';
import { type ListSelection, readSelection, selectionOptions } from './selection.ts';
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
    after: { type: 'string', short: 'a', value: 'NUMBER', about: 'the page that follows this submission' },
    'per-page': { type: 'string', value: 'N', about: `submissions on a page; ${defaultPerPage} by default` },
  },
  details:
    'The column "Review" shows the state of the applicant: new, shortlisted, invited or declined; of a contact message new or answered. The column "Message" shows the state of the message to Slack: waiting, sending, delivered, parked (Slack refused it), quarantined (held back as possible abuse) or discarded.',
  examples: [
    '--kind creator --city melbourne --since 7d',
    '--since 2026-11-01 --until 2026-11-30 --sort city',
    '--review new',
    '--state quarantined',
    '--text "rooftop bar" --json',
  ],
  async run(values, _positionals, context) {
    const selection = readSelection(values, context, 'newest');
    const after = readNumber('after', values.after);
    const perPage = readNumber('per-page', values['per-page']) ?? defaultPerPage;
    const { found, total, next } = await readPage(selection, { after, perPage }, context);
    if (context.json) return context.printJson({ total, perPage, next, submissions: found });
    if (found.length === 0) {
      return context.print(after === undefined ? 'No submissions match.\n' : 'No more submissions match.\n');
    }
    const rows = found.map((record) => toCells(record, context));
    await context.print(formatTable(columns, rows, context.width));
    await context.print(
      `\n${describePage(found.length, total, next)}. Times in ${context.calendar.timeZone}.\n`,
    );
  },
});

function describePage(shown: number, total: number | null, next: number | null): string {
  const hint = next === null ? '' : ` (next: --after ${next})`;
  if (total === null) return `${count(shown, 'submission')} shown${hint}`;
  return `${count(total, 'submission')}${shown === total ? '' : `, ${shown.toLocaleString('en')} shown`}${hint}`;
}

/**
 * The page's submissions, and the number behind which the next page begins. Only the first page says how many match
 * in all: counting takes longer the more there are, and reading a page does not.
 */
async function readPage(
  selection: ListSelection,
  { after: afterNumber, perPage }: { after: number | undefined; perPage: number },
  context: Context,
) {
  const after = afterNumber === undefined ? undefined : await requireRecord(context, String(afterNumber));
  const total = after === undefined ? await countSelected(selection, context) : null;
  const found: SubmissionRecord[] = [];
  for await (const record of readSelected(selection, context, after)) {
    found.push(record);
    // One more than wanted says that there is a next page.
    if (found.length > perPage) break;
  }
  const page = found.slice(0, perPage);
  return { found: page, total, next: found.length > perPage ? (page.at(-1)?.sequence ?? null) : null };
}

function toCells(record: SubmissionRecord, { calendar, now }: Context): string[] {
  const { delivery, quarantineReason } = record;
  return [
    String(record.sequence),
    calendar.formatRecent(record.receivedAtMs, now.getTime()),
    record.kind,
    record.reviewState,
    delivery.state === 'quarantined' ? `quarantined: ${quarantineReason}` : describeDelivery(delivery.state),
    fieldValue(record, 'name'),
    fieldValue(record, 'handle') || fieldValue(record, 'venueName'),
    fieldValue(record, 'city'),
    fieldValue(record, 'email'),
  ];
}
