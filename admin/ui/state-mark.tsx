import { appliedAgainWords, type ReviewState, stateName } from '#contract/review.ts';
import './state-mark.css';

/** As the sheet draws them: a ring that fills up, and a second one around it; `line`: no ring. */
type Mark = 'empty' | 'half' | 'full' | 'doubled' | 'line';

const marks = {
  new: 'empty',
  shortlisted: 'half',
  invited: 'full',
  joined: 'doubled',
  declined: 'line',
  answered: 'full',
} as const satisfies Record<ReviewState, Mark>;

/** A state, as a mark and its word; and whether they applied again since. */
export function StateMark({ state, appliedAgain = false }: { state: ReviewState; appliedAgain?: boolean }) {
  return (
    <>
      <span className="state" data-mark={marks[state]}>
        {stateName(state)}
      </span>
      {appliedAgain && <span className="state-again">{appliedAgainWords}</span>}
    </>
  );
}
