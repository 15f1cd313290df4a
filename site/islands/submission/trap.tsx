import { trapField } from '#contract/submission.ts';
import './trap.css';

/** The control that no person sees or fills. Renders a `<div>` off the screen. */
export function Trap() {
  return (
    <div className="trap" aria-hidden="true">
      <label>
        Leave this empty
        <input name={trapField} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
