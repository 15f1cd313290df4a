import { type ReviewState, states } from '#contract/review.ts';
import './state-mark.css';

/** A state, as a mark and its word. */
export function StateMark({ state }: { state: ReviewState }) {
  return (
    <span className="state" data-state={state}>
      {states[state].name}
    </span>
  );
}
