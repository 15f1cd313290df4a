import { honeypotField } from '#contract/submission.ts';

/**
 * The field that only programs fill in. It is off the screen rather than hidden, because programs that fill
 * in forms skip hidden controls. Renders a `<div>`.
 */
export function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        Leave this empty
        <input name={honeypotField} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
