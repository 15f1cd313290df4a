import { type ComponentProps, type SyntheticEvent, useState } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement;

type FieldProps = {
  name: string;
  label: string;
  /** Shown under the label at all times. */
  hint?: string | undefined;
  /** What the server said about this field; it goes when the person changes the field. */
  error?: string | undefined;
} & (
  | ({ multiline: true } & Omit<ComponentProps<'textarea'>, 'name' | 'id'>)
  | ({ multiline?: false } & Omit<ComponentProps<'input'>, 'name' | 'id'>)
);

const controlClasses =
  'block w-full text-ellipsis border-0 border-b border-(--field) bg-transparent text-fg px-0 py-2.5 text-xl focus-visible:border-fg focus-visible:shadow-[0_2px_0_var(--fg)] focus-visible:outline-2 focus-visible:outline-transparent aria-invalid:border-danger';

/**
 * A labelled control with its error. The checks and their words are the browser's own: nothing is
 * judged before the browser calls the control invalid, and from then on with every change.
 * Renders a `<div>`.
 */
export function Field({
  name,
  label,
  hint,
  error: serverError,
  multiline,
  className = '',
  ...control
}: FieldProps) {
  const [browserError, setBrowserError] = useState('');
  const [answered, setAnswered] = useState<string>();
  // A new attempt has begun: the same answer to it is news again.
  if (serverError === undefined && answered !== undefined) setAnswered(undefined);
  const error = browserError || (serverError === answered ? undefined : serverError);

  const id = `field-${name}`;
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const shared = {
    id,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy,
    onInvalid: (event: SyntheticEvent<Control>) => setBrowserError(event.currentTarget.validationMessage),
    onInput: (event: SyntheticEvent<Control>) => {
      setAnswered(serverError);
      if (browserError) setBrowserError(event.currentTarget.validationMessage);
    },
  };

  return (
    <div className="field">
      <label htmlFor={id} className="block text-sm font-medium">
        {label}
        {!control.required && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {multiline ? (
        <textarea
          {...(control as ComponentProps<'textarea'>)}
          {...shared}
          className={`${controlClasses} resize-y ${className}`}
        />
      ) : (
        <input
          {...(control as ComponentProps<'input'>)}
          {...shared}
          className={`${controlClasses} min-h-11 ${className}`}
        />
      )}
      {error && (
        <p id={`${id}-error`} className="field-error mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
