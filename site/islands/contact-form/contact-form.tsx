import type { FieldOf } from '#contract/fields.ts';
import { anchors } from '#contract/pages.ts';
import { texts } from '#contract/texts.ts';
import { functionNames, functionPath } from '#contract/wire.ts';
import { useRevealForm } from '#site/islands/reveal-form/use-reveal-form.ts';
import { buildContactBody } from '#site/islands/submission/bodies.ts';
import { FormField } from '#site/islands/submission/form-field.tsx';
import { Honeypot } from '#site/islands/submission/honeypot.tsx';
import { OutcomeNotes } from '#site/islands/submission/outcome-notes.tsx';
import { useSubmission } from '#site/islands/submission/use-submission.ts';
import { Button } from '#site/ui/button.tsx';
import '#site/islands/submission/form-grid.css';

/** The contact page's form. Renders a `<form>` that works without scripts. */
export function ContactForm() {
  const { pending, outcome, fieldErrors, submit, preloadClient } = useSubmission({
    functionName: functionNames.contact,
    readBody: buildContactBody,
    sent: 'contactSent',
    notSent: 'contactNotSent',
  });
  useRevealForm(anchors.contactForm, false);

  const place = (name: FieldOf<'contact'>) => <FormField name={name} kind="contact" errors={fieldErrors} />;
  return (
    <form
      method="post"
      action={functionPath(functionNames.contact)}
      onSubmit={submit}
      onFocus={preloadClient}
      className="form-grid"
      aria-label="Contact"
    >
      {place('name')}
      {place('email')}
      {place('message')}
      <Honeypot />
      <div className="grid gap-4">
        <Button type="submit" variant="primary-red" size="lg" disabled={pending} className="w-full">
          {pending ? texts.sending : 'Send message'}
        </Button>
        <OutcomeNotes
          outcomes={['contactSent', 'contactNotSent']}
          shown={outcome}
          waiting={pending && texts.sending}
        />
      </div>
    </form>
  );
}
