import { fieldValue } from '#contract/fields.ts';
import type { SubmissionRecord } from '#server/store/operator-store.ts';
import { defineCommand, UsageError } from './command.ts';
import { filterOptions, readMatching, readSelection, recordToJson, stateLabel } from './records.ts';
import { type Column, formatTable } from './table.ts';
import { formatRecent } from './time.ts';

const defaultPerPage = 50;

const columns: readonly Column[] = [
  { title: 'No.', alignRight: true },
  { title: 'Received' },
  { title: 'Kind', fromWidth: 60 },
  { title: 'State' },
  { title: 'Name', shrinks: true },
  { title: 'Handle or venue', shrinks: true, fromWidth: 70 },
  { title: 'City', shrinks: true },
  { title: 'Email', shrinks: true, fromWidth: 100 },
];

export const list = defineCommand({
  summary: 'Show submissions, newest first, a page at a time',
  options: {
    ...filterOptions,
    page: { type: 'string', short: 'p', value: 'N', about: 'which page; the first is 1' },
    'per-page': { type: 'string', value: 'N', about: `submissions of a page, ${defaultPerPage} unless told` },
  },
  printsJson: true,
  examples: [
    '--kind creator --city melbourne --since 7d',
    '--state quarantined',
    '--text "rooftop bar" --json',
  ],
  async run(values, _positionals, context) {
    const selection = readSelection(values, context.now);
    const page = readCount('page', values.page, 1);
    const perPage = readCount('per-page', values['per-page'], defaultPerPage);
    const store = await context.openStore();

    const skipped = (page - 1) * perPage;
    const found: SubmissionRecord[] = [];
    let seen = 0;
    let hasMore = false;
    for await (const record of readMatching(store, selection, 'newest first', (read) =>
      context.progress(`${read.toLocaleString('en')} read`),
    )) {
      seen += 1;
      if (seen <= skipped) continue;
      hasMore = found.length === perPage;
      if (hasMore) break;
      found.push(record);
    }
    context.progress(null);

    if (context.json) {
      return context.printJson({ page, perPage, hasMore, submissions: found.map(recordToJson) });
    }
    if (found.length === 0) {
      return context.print(page === 1 ? 'No submission is like that.\n' : `There is no page ${page}.\n`);
    }
    await context.print(
      formatTable(
        columns,
        found.map((record) => toCells(record, context.now)),
        context.width,
      ),
    );
    if (page > 1 || hasMore) {
      await context.print(`\nPage ${page}${hasMore ? `; the next: --page ${page + 1}` : ', the last'}\n`);
    }
  },
});

function toCells(record: SubmissionRecord, now: Date): string[] {
  const { sequence, receivedAtMs, kind, delivery, quarantineReason } = record;
  return [
    String(sequence),
    formatRecent(receivedAtMs, now),
    kind,
    delivery.state === 'quarantined' ? `quarantined: ${quarantineReason}` : stateLabel(delivery.state),
    record.fields.name,
    fieldValue(record, kind === 'venue' ? 'venueName' : 'handle'),
    fieldValue(record, 'city'),
    record.fields.email,
  ];
}

function readCount(option: string, value: string | undefined, unset: number): number {
  if (value === undefined) return unset;
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value);
  throw new UsageError(`--${option} takes a whole number from 1.`);
}
