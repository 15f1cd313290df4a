import { z } from 'zod';
import { reviewStates } from './review.ts';
import { type SubmissionKind, submissionKinds } from './submission.ts';
import { tellings } from './told.ts';

/** Applicants are sorted by their newest application; equal names and cities by it too. */
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

/** Which applicants, or contact messages, a view shows. An absent key does not filter. */
export const filterSchema = z
  .strictObject({
    /** Absent: creators and venues. */
    kind: z.enum(submissionKinds).optional(),
    state: z.enum(reviewStates).optional(),
    /** Only invited or declined people, by whether they were told. */
    told: z.enum(tellings).optional(),
    /** Case and spaces around it do not matter. */
    city: z.string().trim().min(1).max(maxTextCharacters).optional(),
    /** When the newest application came: a range that moves with today, or own days, both included. */
    date: z.enum(dateRanges).optional(),
    from: day.optional(),
    to: day.optional(),
    /**
     * Each word must begin a word of name, email, handle, venue, city or message in any of the person's submissions.
     * Case and accents do not matter.
     */
    text: z.string().trim().min(1).max(maxTextCharacters).optional(),
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
