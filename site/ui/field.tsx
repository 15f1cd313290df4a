import { type ComponentProps, type SyntheticEvent, useState } from 'react';
import './field.css';

type Control = HTMLInputElement | HTMLTextAreaElement;

type FieldProps = {
  name: string;
  label: string;
  /** The server's message about this field; hidden as soon as the field changes. */
  error?: string | undefined;
  /** It has a row of its own, as every text area has. */
  wide?: boolean;
} & (
  | ({ multiline: true } & Omit<ComponentProps<'textarea'>, 'name' | 'id'>)
  | ({ multiline?: false } & Omit<ComponentProps<'input'>, 'name' | 'id'>)
);

/**
 * A labelled control with its error. The checks and their messages are the browser's own. An error appears
 * when the browser reports the control as invalid, and is updated with every change from then on. It stands
 * above the control, because the browser's own bubble covers what is below.
 * Renders a `<div>`.
 */
export function Field({ name, label, error: serverError, multiline, wide, ...control }: FieldProps) {
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
    onInvalid: (event: SyntheticEvent<Control>) => setBrowserError(event.currentTarget.validationMessage),
    onInput: (event: SyntheticEvent<Control>) => {
      setAnswered(serverError);
      if (browserError) setBrowserError(event.currentTarget.validationMessage);
    },
  };

  return (
    <div className={multiline || wide ? 'field field-wide' : 'field'}>
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
        <input {...(control as ComponentProps<'input'>)} {...shared} />
      )}
    </div>
  );
}
