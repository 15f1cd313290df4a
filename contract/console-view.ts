import { z } from 'zod';
import { readEmail } from './clean-email.ts';
import { answerStatuses } from './invitation-answer.ts';
import { reviewStates } from './review.ts';
import { type SubmissionKind, submissionKinds } from './submission.ts';
import { toldStatuses } from './told.ts';

/**
 * Applicants are sorted by their newest application, the oldest first by the day of their first one; equal names and
 * cities by the newest.
 */
export const sorts = ['newest', 'oldest', 'name', 'city'] as const;
export type Sort = (typeof sorts)[number];

/** Far above what people type. */
export const maxTextCharacters = 200;

/** A day in the time zone of the setting `TIME_ZONE`: `2026-11-30`. */
const day = z.iso.date();

/**
 * So many days up to and including today, or this calendar year. "Today" is the server's at the time of the answer,
 * so a link to "the last 7 days" always shows the last 7 days.
 */
export const dateRanges = ['today', '7d', '30d', 'year'] as const;
export type DateRange = (typeof dateRanges)[number];

const notTyped = 'is empty, or longer than a search takes';
const typedText = z.string().trim().min(1, notTyped).max(maxTextCharacters, notTyped);

/**
 * The conditions of the list that are written as a text: what each takes, and how the command line offers it. A new
 * one is a line here and its SQL in `server/store/queries/applicants/filter-conditions.ts`. It is then in the console's
 * calls and addresses, in `list`, `export`, `stats` and the waves.
 */
export const conditions = {
  /** Absent: creators and venues. */
  kind: {
    schema: z.enum(submissionKinds),
    name: 'kind',
    short: 'k',
    value: 'KIND',
    about: `${submissionKinds.join(', ')}; creators and venues by default`,
  },
  state: {
    schema: z.enum(reviewStates),
    name: 'review',
    short: 'r',
    value: 'STATE',
    about: `in this state: ${reviewStates.join(', ')}`,
  },
  /** Only invited or declined people, by whether they were told. */
  told: {
    schema: z.enum(toldStatuses),
    name: 'told',
    value: 'STATE',
    about: `of who is invited or declined: ${toldStatuses.join(', ')}`,
  },
  /** Only invited people, by their answer to the invitation. */
  answer: {
    schema: z.enum(answerStatuses),
    name: 'answer',
    value: 'ANSWER',
    about: `of who is invited: ${answerStatuses.join(', ')}`,
  },
  /** Of the people about whom it decided, also those about whom somebody decided since. */
  wave: {
    schema: z.uuid('is no wave: its id is printed when it is made').toLowerCase(),
    name: 'wave',
    value: 'ID',
    about: 'decided about in this wave; "waves" lists them',
  },
  /** The whole name. Case, accents, and a state or postcode behind it do not matter. */
  city: {
    schema: typedText,
    name: 'city',
    short: 'c',
    value: 'CITY',
    about: 'now in this city, by its whole name; case, accents and a state behind it do not matter',
  },
  /** The whole source of the first application. Case and accents do not matter. */
  source: {
    schema: typedText,
    name: 'source',
    value: 'SOURCE',
    about: 'led to the site by this (utm_source, or the host of the page before), at the first application',
  },
  /** Any form of the address. */
  email: {
    schema: z.string().transform(readEmail).pipe(typedText),
    name: 'email',
    short: 'e',
    value: 'ADDRESS',
    about: 'with this email address',
  },
  /**
   * Each word must begin a word of name, email, handle, venue, city or message in any of the person's submissions.
   * Case and accents do not matter.
   */
  text: {
    schema: typedText,
    name: 'text',
    short: 't',
    value: 'TEXT',
    about: 'each word begins a word of what they wrote, in any of their applications',
  },
} as const satisfies Record<string, Condition>;

interface Condition {
  schema: z.ZodType<string>;
  /** The name of the command line's option. */
  name: string;
  short?: string;
  value: string;
  about: string;
}

export type ConditionName = keyof typeof conditions;

const conditionShape = Object.fromEntries(
  Object.entries(conditions).map(([name, { schema }]) => [name, schema.optional()]),
) as { [Name in ConditionName]: z.ZodOptional<(typeof conditions)[Name]['schema']> };

/** Which applicants, or contact messages, a view shows. An absent key does not filter. */
export const filterSchema = z
  .strictObject({
    ...conditionShape,
    /** When the newest application came: a range that moves with today, or own days, both included. */
    date: z.enum(dateRanges).optional(),
    from: day.optional(),
    to: day.optional(),
    /** Only invited or declined people who were told before this day. */
    toldBefore: day.optional(),
  })
  .refine(
    ({ date, from, to }) => date === undefined || (from === undefined && to === undefined),
    'either a range or own days',
  );
export type Filter = z.infer<typeof filterSchema>;

/** The two lists of the console, and how each begins in the address. */
const listPath = (kind: SubmissionKind): string => (kind === 'contact' ? '#/messages' : '#/applicants');

/**
 * The fragment, behind the console's origin, of the view of what is not decided about or not answered. It names no
 * person.
 */
export const newInConsole = (kind: SubmissionKind): string => `/${listPath(kind)}?state=new`;

/** Where the console shows the person or message with this submission. */
export const submissionInConsole = ({ kind, id }: { kind: SubmissionKind; id: string }): string =>
  `/${listPath(kind)}/${id}`;
