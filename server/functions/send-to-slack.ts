import { outcomeAnchors, pages } from '#contract/pages.ts';
import { contactKeys, trapField } from '#contract/submission.ts';
import { parseContact } from '#contract/submission-schema.ts';
import { functionNames } from '#contract/wire.ts';
import { bodyFromForm } from './form-post.ts';
import type { SubmissionFunction } from './submission-function.ts';

/** Takes a contact message. */
export const sendToSlack: SubmissionFunction = {
  name: functionNames.contact,
  parse: parseContact,
  bodyFromForm: (form) => bodyFromForm(form, contactKeys, trapField),
  formOutcome: (_body, isSent) => ({
    page: pages.contact.path,
    anchor: isSent ? outcomeAnchors.contactSent : outcomeAnchors.contactNotSent,
  }),
};
