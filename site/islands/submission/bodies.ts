import {
  type ContactBody,
  contactKeys,
  definitionOf,
  type WaitlistBody,
  waitlistKeys,
} from '#contract/fields.ts';
import { honeypotField, type SubmissionKind, variantKey, type WaitlistKind } from '#contract/submission.ts';

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** The honeypot is sent only when something filled it in, so that people's bodies have exactly the specified keys. */
const honeypot = (form: FormData): Record<string, string> => {
  const filled = text(form, honeypotField);
  return filled ? { [honeypotField]: filled } : {};
};

/** All keys in the contract's order. What the variant does not show is empty, whatever was typed there before. */
export function buildWaitlistBody(form: FormData, kind: WaitlistKind): WaitlistBody {
  const entries = waitlistKeys.map((key) => [
    key,
    key === variantKey ? kind === 'venue' : definitionOf(key).kinds[kind] ? text(form, key) : '',
  ]);
  return { ...Object.fromEntries(entries), ...honeypot(form) };
}

export function buildContactBody(form: FormData): ContactBody {
  const entries = contactKeys.map((key) => [key, text(form, key)]);
  return { ...Object.fromEntries(entries), ...honeypot(form) };
}

export const buildBody = (form: FormData, kind: SubmissionKind): Record<string, string | boolean> =>
  kind === 'contact' ? { ...buildContactBody(form) } : { ...buildWaitlistBody(form, kind) };
