import { applicantStates, messageStates } from '#contract/review.ts';
import { submissionKinds, waitlistKinds } from '#contract/submission.ts';
import type { ReviewCount, ReviewStats } from '#server/store/review.ts';
import { count } from './records.ts';
import { formatTable } from './table.ts';
import { formatAge } from './time.ts';

/** How many applicants are in each state, how long a decision takes, and the contact messages. */
export function describeReviews(
  { counts, medianToDecisionMs }: ReviewStats,
  width: number | undefined,
): string {
  const sum = (matches: (each: ReviewCount) => boolean, part: 'count' | 'deleted' = 'count') =>
    counts.filter(matches).reduce((total, each) => total + each[part], 0);
  const row = (label: string, kinds: readonly ReviewCount['kind'][]) => {
    const inState = applicantStates.map((state) =>
      sum((each) => kinds.includes(each.kind) && each.state === state),
    );
    return [
      label,
      ...[...inState, inState.reduce((a, b) => a + b, 0)].map((number) => number.toLocaleString('en')),
    ];
  };
  const table = formatTable(
    [
      { title: 'Applicants' },
      ...['New', 'Shortlisted', 'Invited', 'Declined', 'All'].map((title) => ({ title, alignRight: true })),
    ],
    [...waitlistKinds.map((kind) => row(kind, [kind])), row('all', waitlistKinds)],
    width,
  );
  const deleted = sum(({ kind }) => kind !== 'contact', 'deleted');
  const [unanswered, answered] = messageStates.map((state) =>
    sum((each) => each.kind === 'contact' && each.state === state),
  );
  const lines = [
    ...(medianToDecisionMs === null
      ? []
      : [`Median time to the first decision: ${formatAge(medianToDecisionMs)}.`]),
    ...(deleted === 0 ? [] : [`Erased or pruned since, and counted: ${count(deleted, 'applicant')}.`]),
    `Contact messages: ${unanswered?.toLocaleString('en')} new, ${answered?.toLocaleString('en')} answered.`,
  ];
  return table + lines.map((line) => `${line}\n`).join('');
}

export function reviewsToJson({ counts, medianToDecisionMs }: ReviewStats) {
  return {
    ...Object.fromEntries(
      submissionKinds.map((kind) => [
        kind,
        Object.fromEntries(
          (kind === 'contact' ? messageStates : applicantStates).map((state) => {
            const found = counts.find((each) => each.kind === kind && each.state === state);
            return [state, found?.count ?? 0];
          }),
        ),
      ]),
    ),
    deleted: counts.reduce((total, { deleted }) => total + deleted, 0),
    medianToDecisionMs,
  };
}
