import type { FieldOf } from '#contract/fields.ts';
import { FormField } from '#site/islands/submission/form-field.tsx';
import { SubmissionForm } from '#site/islands/submission/submission-form.tsx';
import { useSubmission } from '#site/islands/submission/use-submission.ts';

/** The contact page's form. Renders a `<form>` that works without scripts. */
export function ContactForm() {
  const submission = useSubmission('contact');

  const renderField = (name: FieldOf<'contact'>) => (
    <FormField name={name} kind="contact" errors={submission.fieldErrors} />
  );
  return (
    <SubmissionForm
      kind="contact"
      kinds={['contact']}
      label="Contact"
      send="Send message"
      submission={submission}
    >
      {renderField('name')}
      {renderField('email')}
      {renderField('message')}
    </SubmissionForm>
  );
}
