import { type ComponentProps, type SyntheticEvent, useState } from 'react';
import './field.css';

type Control = HTMLInputElement | HTMLTextAreaElement;

type FieldProps = {
  name: string;
  label: string;
  /** What the server said about this field; it goes when the person changes the field. */
  error?: string | undefined;
  /** It has a row of its own, as every text area has. */
  wide?: boolean;
} & (
  | ({ multiline: true } & Omit<ComponentProps<'textarea'>, 'name' | 'id'>)
  | ({ multiline?: false } & Omit<ComponentProps<'input'>, 'name' | 'id'>)
);

/**
 * A labelled control with its error. The checks and their words are the browser's own: nothing is
 * checked before the browser calls the control invalid, and from then on with every change. The words
 * stand above the control: below it the browser's own bubble would cover them.
 * Renders a `<div>`.
 */
export function Field({ name, label, error: serverError, multiline, wide, ...control }: FieldProps) {
  const [browserError, setBrowserError] = useState('');
  const [answered, setAnswered] = useState<string>();
  // A new attempt has begun: the same answer to it is news again.
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
