import type { ReviewState } from '#contract/review.ts';
import './state-mark.css';

export const stateNames: Record<ReviewState, string> = {
  new: 'New',
  shortlisted: 'Shortlisted',
  invited: 'Invited',
  declined: 'Declined',
  answered: 'Answered',
};

/** A state, as a mark and its word. */
export function StateMark({ state }: { state: ReviewState }) {
  return (
    <span className="state" data-state={state}>
      {stateNames[state]}
    </span>
  );
}
