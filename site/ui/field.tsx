import { type ComponentProps, type SyntheticEvent, useState } from 'react';
import { flushSync } from 'react-dom';

type Control = HTMLInputElement | HTMLTextAreaElement;

type FieldProps = {
  name: string;
  label: string;
  /** The server's message about this field; hidden as soon as the field changes. */
  error?: string | undefined;
} & (
  | ({ multiline: true } & Omit<ComponentProps<'textarea'>, 'name' | 'id'>)
  | ({ multiline?: false } & Omit<ComponentProps<'input'>, 'name' | 'id'>)
);

/** Focuses a control and brings it into view together with its label and its error. */
export function focusControl(control: HTMLElement | null | undefined): void {
  control?.closest('.field')?.scrollIntoView({ block: 'nearest' });
  control?.focus({ preventScroll: true });
}

/**
 * A labelled control with its error. The checks and their messages are the browser's own; its bubble, which
 * would cover the next label, is replaced by a line beside the label. Of several invalid controls the first
 * is focused and says why. Its error is updated with every change from then on.
 * Renders a `<div>`.
 */
export function Field({ name, label, error: serverError, multiline, ...control }: FieldProps) {
  const [browserError, setBrowserError] = useState('');
  const [answered, setAnswered] = useState<string>();
  // A new attempt has begun, so the same message may be shown again.
  if (serverError === undefined && answered !== undefined) setAnswered(undefined);
  const error = browserError || (serverError === answered ? undefined : serverError);

  const id = `field-${name}`;
  const shared = {
    id,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
    onInvalid: (event: SyntheticEvent<Control>) => {
      event.preventDefault();
      const { form, validationMessage } = event.currentTarget;
      if (form?.querySelector(':is(input, textarea):invalid') !== event.currentTarget) return;
      flushSync(() => setBrowserError(validationMessage));
      focusControl(event.currentTarget);
    },
    onInput: (event: SyntheticEvent<Control>) => {
      setAnswered(serverError);
      if (browserError) setBrowserError(event.currentTarget.validationMessage);
    },
  };

  return (
    <div className={`field field-${name}`}>
      <div className="field-head">
        <label htmlFor={id}>
          {label}
          {!control.required && <span> (optional)</span>}
        </label>
        {error && (
          <p id={`${id}-error`} className="field-error">
            {error}
          </p>
        )}
      </div>
      {multiline ? (
        <textarea {...(control as ComponentProps<'textarea'>)} {...shared} />
      ) : (
        // With a placeholder, styles can tell whether it is empty.
        <input placeholder=" " {...(control as ComponentProps<'input'>)} {...shared} />
      )}
    </div>
  );
}
