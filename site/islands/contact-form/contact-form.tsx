import { SubmissionForm } from '#site/islands/submission/submission-form.tsx';
import { useSubmission } from '#site/islands/submission/use-submission.ts';

/** The contact page's form. Renders a `<form>` that works without scripts. */
export const ContactForm = () => (
  <SubmissionForm
    kind="contact"
    kinds={['contact']}
    label="Contact"
    send="Send message"
    submission={useSubmission('contact')}
  />
);
