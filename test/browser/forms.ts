import { randomUUID } from 'node:crypto';
import type { Locator, Page, Request } from '@playwright/test';
import { definitionOf, type FieldName } from '#contract/fields.ts';
import { sampleSubmission } from '#test/sample-submissions.ts';

export type Typed = Record<string, string> & { name: string; email: string };

/** A person that no other test has. */
const unique = () => randomUUID().slice(0, 8);

export const creator = (): Typed => ({
  ...sampleSubmission('creator').fields,
  name: `Ada Creator ${unique()}`,
  email: `ada.${unique()}@example.com`,
  handle: `@ada.${unique()}`,
  city: 'Sydney',
  bio: `I write about long lunches. ${unique()}`,
});

export const venue = (): Typed => ({
  ...sampleSubmission('venue').fields,
  name: `Vi Venue ${unique()}`,
  email: `vi.${unique()}@example.com`,
  venueName: `The Long Room ${unique()}`,
  website: `long-room-${unique()}.example`,
  city: 'Melbourne',
  message: `Forty seats and a courtyard. ${unique()}`,
});

export const contactMessage = (): Typed => ({
  ...sampleSubmission('contact').fields,
  name: `Lee Sender ${unique()}`,
  email: `lee.${unique()}@example.com`,
  message: `Is there a table for the press? ${unique()}`,
});

export const longWord = 'Wolfeschlegelsteinhausenbergerdorff';

/** Every value but the email as one word: the long one this many times, or as much of it as the server takes. */
export const inLongWords = (typed: Typed, times: number): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [
      name,
      name === 'email'
        ? value
        : longWord.repeat(times).slice(0, definitionOf(name as FieldName).maxCharacters),
    ]),
  );

export const waitlistForm = (page: Page): Locator => page.locator('form[action$="/send-waitlist-to-slack"]');
export const contactForm = (page: Page): Locator => page.locator('form[action$="/send-to-slack"]');
export const control = (form: Locator, name: string): Locator => form.locator(`[name="${name}"]`);
export const submitButton = (form: Locator): Locator => form.locator('button[type="submit"]');

/** The live region of the toasts; the bill's sum is one too. */
export const toasts = (page: Page): Locator => page.locator('div[role="status"]');

export async function fill(form: Locator, typed: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(typed)) await control(form, name).fill(value);
}

export async function valuesOf(form: Locator, names: readonly string[]) {
  const entries: [string, string][] = [];
  for (const name of names) entries.push([name, await control(form, name).inputValue()]);
  return Object.fromEntries(entries);
}

export const failureToast = (page: Page): Locator => toasts(page).locator('[data-variant="destructive"]');
export const successToast = (page: Page): Locator => toasts(page).locator('[data-variant="default"]');

/** For `page.route`. */
export const functionCalls = '**/functions/v1/**';

/** From now on the calls of functions are cut, until `page.unroute(functionCalls)`. */
export const cutCalls = (page: Page) => page.route(functionCalls, (route) => route.abort());

/** Every call of a function that the page makes, as it makes it. */
export function recordCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/functions/v1/')) calls.push(request);
  });
  return calls;
}

/** The three forms of the specification, by the page that each stands on. */
export const forms = [
  { kind: 'creator', path: '/creators', form: waitlistForm, person: creator, pending: 'Submitting...' },
  { kind: 'venue', path: '/venues', form: waitlistForm, person: venue, pending: 'Submitting...' },
  { kind: 'contact', path: '/contact', form: contactForm, person: contactMessage, pending: 'Sending...' },
] as const;

export type FormRow = (typeof forms)[number];

/** What section 5 of the specification asks of each form. */
export const required = {
  creator: ['name', 'email', 'handle', 'city', 'bio'],
  venue: ['name', 'email', 'venueName', 'city', 'message'],
  contact: ['name', 'email', 'message'],
} as const;
/** What section 8 of the specification shows when a form was sent: title and text of the toast. */
export const success = {
  creator: [
    'Successfully submitted!',
    "You're on the list! We'll notify you when we're ready to welcome new creators.",
  ],
  venue: [
    'Successfully submitted!',
    "Thanks for your interest! We'll be in touch soon to discuss partnership opportunities.",
  ],
  contact: ['Message sent!', "Thanks for reaching out. We'll get back to you soon."],
} as const;
/** What section 8 shows when a form was not sent. */
export const failure = {
  creator: 'Failed to submit form. Please try again.',
  venue: 'Failed to submit form. Please try again.',
  contact: 'Failed to send message. Please try again.',
} as const;
