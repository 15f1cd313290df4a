import { z } from 'zod';
import { maxCharacters } from './limits.ts';
import {
  type ContactBody,
  contactKeys,
  requiredFields,
  type SubmissionKind,
  trapField,
  type WaitlistBody,
  waitlistKeys,
} from './submission.ts';

type TextField = Exclude<keyof WaitlistBody, 'isVenueForm'>;

/** What each kind keeps; the other keys of its body belong to a variant that was not shown. */
const keptFields = {
  creator: requiredFields.creator,
  venue: ['name', 'email', 'venueName', 'website', 'city', 'message'],
  contact: contactKeys,
} as const satisfies Record<SubmissionKind, readonly TextField[]>;

export interface ParsedSubmission {
  kind: SubmissionKind;
  /** Trimmed; exactly the fields of the kind. */
  fields: Record<string, string>;
  /** The trap field travelled with something in it. */
  trapped: boolean;
}

export type ParseResult =
  | { ok: true; submission: ParsedSubmission }
  | { ok: false; message: string; fields: Record<string, string> };

/** https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
const validEmail =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/**
 * Whether a browser's `type="email"` lets it through. Browsers check the domain in its ASCII form
 * and Firefox keeps the form that was typed, so `jane@bücher.example` arrives here as it is.
 */
export function isBrowserValidEmail(email: string): boolean {
  if (validEmail.test(email)) return true;
  const at = email.indexOf('@');
  const domain = email.slice(at + 1);
  // Nothing but letters, digits, dots and dashes may reach the URL parser: `/`, `:` and the like would be eaten by it.
  if (at < 1 || !/[^\p{ASCII}]/u.test(domain) || /[^a-zA-Z0-9.\-\P{ASCII}]/u.test(domain)) return false;
  const parsed = URL.parse(`http://${domain}`);
  return parsed !== null && validEmail.test(`${email.slice(0, at)}@${parsed.hostname}`);
}

/**
 * Text as it is stored: surrounding space goes. NUL (refused by Postgres) and lone surrogates (not
 * encodable as UTF-8) become U+FFFD, as in a browser's own form encoding, because a form lets them
 * through and what a form lets through is not refused.
 */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD').trim();
}

/** Counts code points, so that an emoji outside the basic plane is not charged twice. */
function isLongerThan(text: string, max: number): boolean {
  return text.length > max && Array.from(text).length > max;
}

const text = z.string({
  error: (issue) => (issue.input === undefined ? 'Is missing.' : 'Must be a string.'),
});
const flag = z.boolean({
  error: (issue) => (issue.input === undefined ? 'Is missing.' : 'Must be true or false.'),
});
const trap = { [trapField]: text.optional() };

const waitlistShape: z.ZodType<WaitlistBody & { [trapField]?: string | undefined }> = z.strictObject({
  name: text,
  email: text,
  handle: text,
  venueName: text,
  website: text,
  city: text,
  bio: text,
  message: text,
  isVenueForm: flag,
  ...trap,
});
const contactShape: z.ZodType<ContactBody & { [trapField]?: string | undefined }> = z.strictObject({
  name: text,
  email: text,
  message: text,
  ...trap,
});

/** Unknown keys are told of, not named: an answer never carries what was sent. */
function shapeProblems(error: z.ZodError, keys: readonly string[]): ParseResult {
  const fields: Record<string, string> = {};
  let message = 'Some fields cannot be accepted.';
  for (const issue of error.issues) {
    const field = issue.path[0];
    if (typeof field === 'string') fields[field] ??= issue.message;
    else if (issue.code === 'unrecognized_keys')
      message = `The body may have only the keys ${keys.join(', ')}.`;
    else message = `The body must be a JSON object with the keys ${keys.join(', ')}.`;
  }
  return { ok: false, message, fields };
}

function parseFields(kind: SubmissionKind, body: Record<string, unknown>): ParseResult {
  const fields: Record<string, string> = {};
  const problems: Record<string, string> = {};
  const required: readonly string[] = requiredFields[kind];
  for (const field of keptFields[kind]) {
    const value = storable(String(body[field]));
    if (value === '' && required.includes(field)) problems[field] = 'Please fill in this field.';
    else if (isLongerThan(value, maxCharacters[field])) {
      problems[field] = `May have at most ${maxCharacters[field].toLocaleString('en')} characters.`;
    } else if (field === 'email' && !isBrowserValidEmail(value))
      problems[field] = 'Must be an email address.';
    fields[field] = value;
  }
  if (Object.keys(problems).length > 0) {
    return { ok: false, message: 'Some fields cannot be accepted.', fields: problems };
  }
  const trapped = typeof body[trapField] === 'string' && body[trapField] !== '';
  return { ok: true, submission: { kind, fields, trapped } };
}

/** Body of `send-waitlist-to-slack`: the nine keys of the specification, and the trap field when it was filled. */
export function parseWaitlist(body: unknown): ParseResult {
  const parsed = waitlistShape.safeParse(body);
  if (!parsed.success) return shapeProblems(parsed.error, waitlistKeys);
  return parseFields(parsed.data.isVenueForm ? 'venue' : 'creator', { ...parsed.data });
}

/** Body of `send-to-slack`: name, email and message, and the trap field when it was filled. */
export function parseContact(body: unknown): ParseResult {
  const parsed = contactShape.safeParse(body);
  if (!parsed.success) return shapeProblems(parsed.error, contactKeys);
  return parseFields('contact', { ...parsed.data });
}
