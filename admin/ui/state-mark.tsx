import { appliedAgainWords, type ReviewState, stateName } from '#contract/review.ts';
import './state-mark.css';

/** A state, as a mark and its word; and whether they applied again since. */
export function StateMark({ state, appliedAgain = false }: { state: ReviewState; appliedAgain?: boolean }) {
  return (
    <>
      <span className="state" data-state={state}>
        {stateName(state)}
      </span>
      {appliedAgain && <span className="state-again">{appliedAgainWords}</span>}
    </>
  );
}
