import type { Overview } from '#contract/console-answers.ts';
import { Empty } from '../ui/empty.tsx';
import { NumberTable } from '../ui/number-table.tsx';

/** Who decided, and how often. */
export function Reviewers({ overview: { reviewers } }: { overview: Overview }) {
  return (
    <section aria-labelledby="reviewers-title">
      <h2 id="reviewers-title">By reviewer</h2>
      {reviewers.length === 0 ? (
        <Empty title="Nothing was decided in this time" />
      ) : (
        <NumberTable
          head={['Name', 'Decisions', 'Invited', 'Declined']}
          rows={reviewers.map(({ name, decisions, invited, declined }) => [
            name,
            decisions,
            invited,
            declined,
          ])}
        />
      )}
    </section>
  );
}
