import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { fieldNames } from '#contract/fields.ts';
import { outcomeAnchor } from '#contract/pages.ts';
import { honeypotField, type SubmissionKind } from '#contract/submission.ts';
import { texts, toasts } from '#contract/texts.ts';
import { functionOf, functionPath } from '#contract/wire.ts';
import { fillInDraft } from '#site/islands/submission/draft.ts';
import { FormField } from '#site/islands/submission/form-field.tsx';
import type { useSubmission } from '#site/islands/submission/use-submission.ts';
import { Button } from '#site/ui/button.tsx';
import { focusControl } from '#site/ui/field.tsx';

interface SubmissionFormProps {
  kind: SubmissionKind;
  kinds: readonly SubmissionKind[];
  label: string;
  send: string;
  submission: ReturnType<typeof useSubmission>;
  /** Stands before the fields. */
  children?: ReactNode;
}

/**
 * A form that is sent to a function: its fields in the order of the table, its button, and the outcome. Renders a `<form>` that
 * works without scripts.
 */
export function SubmissionForm({ kind, kinds, label, send, submission, children }: SubmissionFormProps) {
  const { form, pending, outcome, fieldErrors, submit, preload, reset } = submission;
  const waiting = kind === 'contact' ? texts.sending : texts.submitting;

  // Fields of another kind are new ones.
  useLayoutEffect(fillInDraft);

  useEffect(() => {
    if (outcome?.state !== 'failed') return;
    // The focus goes to what the server refused, as it does to what the browser refuses.
    const refused = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (refused) focusControl(refused);
    // The button lost it when it was disabled; a person who has gone elsewhere stays there.
    else if (document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true });
  }, [outcome, form]);

  const again = () => {
    flushSync(reset);
    focusControl(form.current?.querySelector('.field input'));
  };

  return (
    <form
      ref={form}
      method="post"
      action={functionPath(functionOf(kind))}
      onSubmit={submit}
      onFocus={preload}
      className="form-grid"
      aria-label={label}
      data-sent={outcome?.state === 'sent' || undefined}
    >
      {outcome === undefined && <OutcomeNotes kinds={kinds} />}
      {children}
      {fieldNames(kind).map((name) => (
        <FormField key={name} name={name} kind={kind} error={fieldErrors?.[name]} />
      ))}
      <Honeypot />
      <div>
        <Button type="submit" variant="primary-red" size="lg" className="form-send" disabled={pending}>
          {pending ? waiting : send}
        </Button>
        {/* Screen readers do not announce a changed label, so this does. */}
        <p role="status" className="visually-hidden">
          {pending && waiting}
        </p>
        {outcome?.state === 'failed' && (
          <p className="form-failed">Not sent. What you typed is still here.</p>
        )}
      </div>
      {outcome?.state === 'sent' && (
        <outcome.Success kind={outcome.kind} receipt={outcome.receipt} onAgain={again} />
      )}
    </form>
  );
}

/**
 * The successes of a form that the browser posted by itself: the server's answer leads back to the page, with
 * the outcome's name in the address. Renders a `<div>` for each; the one that is the `:target` is shown. Without the
 * style sheet, none.
 */
function OutcomeNotes({ kinds }: Pick<SubmissionFormProps, 'kinds'>) {
  return kinds.map((kind) => {
    const { title, description } = toasts[`${kind}Sent`];
    return (
      <div key={kind} id={outcomeAnchor(kind)} className="outcome" hidden>
        <p className="outcome-title">{title}</p>
        <p>{description}</p>
      </div>
    );
  });
}

/**
 * The field that only programs fill in. It is off the screen rather than hidden, because programs that fill
 * in forms skip hidden controls. Renders a `<div>`.
 */
function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        Leave this empty
        <input name={honeypotField} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
