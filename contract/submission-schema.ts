import { z } from 'zod';
import { readEmail } from './clean-email.ts';
import { asciiDomain } from './domain.ts';
import {
  definitionOf,
  type FieldDefinition,
  type FieldName,
  type FieldTable,
  fieldNames,
  fieldNamesIn,
  fieldTable,
  type Submission,
} from './fields.ts';
import { honeypotField, type SubmissionKind, variantKey, waitlistKinds } from './submission.ts';
import { findTooLong } from './too-long.ts';
import { hasVisibleText } from './visible-text.ts';

export type ParsedSubmission = Submission & {
  honeypotFilled: boolean;
};

export type ParseResult =
  | { ok: true; submission: ParsedSubmission }
  | { ok: false; message: string; fields: Record<string, string> };

/** https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
const validEmail =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/**
 * The address with its domain in ASCII; null: a browser's `type="email"` does not accept it. Browsers check the domain in
 * its ASCII form and Firefox keeps the form that was typed, so `jane@bücher.example` arrives here as it is.
 */
export function asciiEmail(email: string): string | null {
  if (validEmail.test(email)) return email;
  const at = email.indexOf('@');
  const domain = email.slice(at + 1);
  if (at < 1 || !/[^\p{ASCII}]/u.test(domain)) return null;
  const ascii = `${email.slice(0, at)}@${asciiDomain(domain) ?? domain}`;
  return validEmail.test(ascii) ? ascii : null;
}

export const isBrowserValidEmail = (email: string): boolean => asciiEmail(email) !== null;

/**
 * Text as it is stored: surrounding space is removed. NUL (refused by Postgres) and lone surrogates (not
 * encodable as UTF-8) become U+FFFD, as in a browser's own form encoding: browsers accept them in a form,
 * and what a browser accepts is not refused.
 */
function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD').trim();
}

/** What is said of a value that is missing, or of another type. */
const wrong = (type: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'Is missing.' : `Must be ${type}.`),
});
const text = z.string(wrong('a string'));

/** A value as it is stored. */
function toValue({ control }: FieldDefinition, sent: string): string {
  const value = toStorable(sent);
  return control.type === 'email' ? readEmail(value) : value;
}

/** What is wrong with a value; null when nothing is. */
function findProblem(definition: FieldDefinition, value: string, isRequired: boolean) {
  if (isRequired && !hasVisibleText(value)) return 'Please fill in this field.';
  const tooLong = findTooLong(definition, value);
  if (tooLong !== null) return tooLong;
  if (definition.control.type === 'email' && value !== '' && !isBrowserValidEmail(value))
    return 'Must be an email address.';
  return null;
}

/**
 * The parsers of both functions' bodies, made from a table of fields. A body has exactly the keys of
 * the table, and the honeypot field when something filled it in; a field added later may be missing.
 */
export function createParsers(table: FieldTable) {
  const definitionOf = (name: string) => table[name] as FieldDefinition;

  /** A body, parsed to its typed submission. The keys of other kinds' fields may hold any text. */
  function bodySchema(
    names: readonly string[],
    variant: z.ZodRawShape,
    kindOf: (body: Record<string, unknown>) => SubmissionKind,
  ) {
    const values = names.map((name) => [name, definitionOf(name).addedOn ? text.optional() : text]);
    return z
      .strictObject({ ...Object.fromEntries(values), ...variant, [honeypotField]: text.optional() })
      .transform((body: Record<string, unknown>, context) => {
        const kind = kindOf(body);
        const fields: Record<string, string> = {};
        // One pass over the values: a chain of zod's checks for each took 15 µs more for a body.
        for (const name of fieldNamesIn(table, [kind])) {
          const definition = definitionOf(name);
          const sent = body[name];
          fields[name] = toValue(definition, typeof sent === 'string' ? sent : '');
          const isRequired = definition.kinds[kind] === 'required';
          const problem = sent === undefined ? null : findProblem(definition, fields[name], isRequired);
          if (problem !== null) context.addIssue({ code: 'custom', path: [name], message: problem });
        }
        return { kind, fields, honeypotFilled: Boolean(body[honeypotField]) };
      });
  }

  const waitlistNames = fieldNamesIn(table, waitlistKinds);
  const variant = { [variantKey]: z.boolean(wrong('true or false')) };
  const waitlistSchema = bodySchema(waitlistNames, variant, (body) =>
    body[variantKey] ? 'venue' : 'creator',
  );
  const contactNames = fieldNamesIn(table, ['contact']);
  const contactSchema = bodySchema(contactNames, {}, () => 'contact');

  function parse(schema: z.ZodType, body: unknown, keys: readonly string[]): ParseResult {
    const parsed = schema.safeParse(body);
    return parsed.success
      ? { ok: true, submission: parsed.data as ParsedSubmission }
      : describeProblems(parsed.error, keys);
  }

  return {
    /** Body of `send-waitlist-to-slack`. */
    parseWaitlist: (body: unknown) => parse(waitlistSchema, body, [...waitlistNames, variantKey]),
    /** Body of `send-to-slack`. */
    parseContact: (body: unknown) => parse(contactSchema, body, contactNames),
  };
}

/** Unknown keys are reported, not named: an answer never carries what was sent. */
function describeProblems(error: z.ZodError, keys: readonly string[]) {
  const fields: Record<string, string> = {};
  let message = 'Some fields cannot be accepted.';
  for (const issue of error.issues) {
    const field = issue.path[0];
    if (typeof field === 'string') fields[field] ??= issue.message;
    else if (issue.code === 'unrecognized_keys')
      message = `The body may have only the keys ${keys.join(', ')}.`;
    else message = `The body must be a JSON object with the keys ${keys.join(', ')}.`;
  }
  return { ok: false as const, message, fields };
}

export const { parseWaitlist, parseContact } = createParsers(fieldTable);

/**
 * A kind's fields that come from elsewhere than a form, such as a spreadsheet: what a form requires may be empty, but
 * for the email; all other rules are those of the forms.
 */
export function readFields(
  kind: SubmissionKind,
  valueIn: (name: FieldName) => string,
): { submission: Submission; problems: Partial<Record<FieldName, string>> } {
  const fields: Record<string, string> = {};
  const problems: Partial<Record<FieldName, string>> = {};
  for (const name of fieldNames(kind)) {
    const definition = definitionOf(name);
    fields[name] = toValue(definition, valueIn(name));
    const problem = findProblem(definition, fields[name], name === 'email');
    if (problem !== null) problems[name] = problem;
  }
  return { submission: { kind, fields } as Submission, problems };
}
