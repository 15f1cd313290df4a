import { anchors } from '#contract/pages.ts';
import { texts } from '#contract/texts.ts';
import { functionNames, functionPath } from '#contract/wire.ts';
import { useRevealForm } from '#site/islands/reveal-form/use-reveal-form.ts';
import { buildContactBody } from '#site/islands/submission/bodies.ts';
import { OutcomeNotes } from '#site/islands/submission/outcome-notes.tsx';
import { Trap } from '#site/islands/submission/trap.tsx';
import { useSubmission } from '#site/islands/submission/use-submission.ts';
import { Button } from '#site/ui/button.tsx';
import { Field } from '#site/ui/field.tsx';
import '#site/islands/submission/form-grid.css';

/** The contact page's form. Renders a `<form>` that works without scripts. */
export function ContactForm() {
  const { pending, outcome, fieldErrors, submit, warmUp } = useSubmission({
    functionName: functionNames.contact,
    readBody: buildContactBody,
    sent: 'contactSent',
    notSent: 'contactNotSent',
  });
  useRevealForm(anchors.contactForm, false);

  return (
    <form
      method="post"
      action={functionPath(functionNames.contact)}
      onSubmit={submit}
      onFocus={warmUp}
      className="form-grid"
      aria-label="Contact"
    >
      <Field name="name" label="Name" autoComplete="name" required error={fieldErrors?.name} />
      <Field
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={fieldErrors?.email}
      />
      <Field
        multiline
        name="message"
        label="Message"
        className="min-h-[150px]"
        required
        error={fieldErrors?.message}
      />
      <Trap />
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
