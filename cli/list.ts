import type { ApplicantRow } from '#contract/answers.ts';
import { fieldValue } from '#contract/fields.ts';
import { describeAnswer } from '#contract/invitation-answer.ts';
import { shownHandle } from '#contract/profiles.ts';
import { countIn, describeState, reviewStatesOf } from '#contract/review.ts';
import { describeTold } from '#contract/told.ts';
import { subjects } from '#server/operator/calls/subjects.ts';
import { totals } from '#server/operator/calls/totals.ts';
import { defineCommand } from './command.ts';
import { answerPage, defaultPerPage, pageOptions } from './pages.ts';
import { readFilterOptions, selectionOptions } from './selection.ts';
import type { Column } from './table.ts';

/** By the oldest, the first day stands where the newest does else: it is what the order goes by. */
const columnsBy = (sort: string): readonly Column<ApplicantRow>[] => [
  { title: 'No.', alignRight: true, cell: ({ sequence }) => String(sequence) },
  {
    title: 'Applied',
    cell: ({ receivedAtMs, firstAppliedAtMs }, { calendar }) =>
      calendar.formatTime((sort === 'oldest' ? firstAppliedAtMs : null) ?? receivedAtMs),
  },
  { title: 'Kind', fromWidth: 60, cell: ({ kind }) => kind },
  { title: 'State', shrinks: true, cell: describeState },
  { title: 'Name', shrinks: true, cell: (row) => fieldValue(row, 'name') },
  {
    title: 'Handle or venue',
    shrinks: true,
    fromWidth: 70,
    cell: (row) => shownHandle(fieldValue(row, 'handle')) || fieldValue(row, 'venueName'),
  },
  { title: 'City', shrinks: true, cell: (row) => fieldValue(row, 'city') },
  { title: 'Times', alignRight: true, fromWidth: 60, cell: ({ applications }) => String(applications) },
  {
    title: 'Told',
    shrinks: true,
    fromWidth: 90,
    cell: ({ told }, { calendar }) => (told === null ? '' : describeTold(told, calendar.formatTime)),
  },
  {
    title: 'Answer',
    shrinks: true,
    fromWidth: 100,
    cell: ({ answer }, { calendar }) => (answer === null ? '' : describeAnswer(answer, calendar.formatDay)),
  },
  { title: 'Email', shrinks: true, fromWidth: 100, cell: (row) => fieldValue(row, 'email') },
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
    const { after: afterNumber, 'per-page': perPage = defaultPerPage, sort = 'newest' } = values;
    const filter = readFilterOptions(values, context);
    const after = afterNumber ?? null;
    // Only the first page says how many match in all: counting takes longer the more there are.
    const total = after === null ? countIn(await context.make(totals, { filter }), filter.state) : null;
    const page = { filter, sort, after, limit: perPage, isWhole: true };
    const { rows, next } = await context.make(subjects, page);
    await answerPage(
      rows,
      { noun: 'applicant', columns: columnsBy(sort), perPage, isLast: next === null, total },
      context,
    );
  },
});
