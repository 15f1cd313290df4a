import { contactKeys, waitlistKeys } from '#contract/fields.ts';
import { honeypotField, type SubmissionKind, variantKey } from '#contract/submission.ts';

/** All keys in the contract's order, trimmed, as the server stores them. What the form does not show is empty. */
export function buildBody(form: FormData, kind: SubmissionKind): Record<string, string | boolean> {
  const body: Record<string, string | boolean> = {};
  for (const key of kind === 'contact' ? contactKeys : waitlistKeys)
    body[key] = key === variantKey ? kind === 'venue' : String(form.get(key) ?? '').trim();
  // Only when something filled it in, so that people's bodies have exactly the specified keys.
  const honeypot = form.get(honeypotField);
  return { ...body, ...(honeypot && { [honeypotField]: String(honeypot) }) };
}
