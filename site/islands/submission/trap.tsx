import { trapField } from '#contract/submission.ts';

/**
 * The control that no person sees or fills. Off the screen rather than hidden: programs that fill in forms
 * skip hidden controls. Renders a `<div>`.
 */
export function Trap() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        Leave this empty
        <input name={trapField} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
