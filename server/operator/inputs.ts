import { z } from 'zod';
import { readEmail } from '#contract/clean-email.ts';
import { cleanLines } from '#contract/clean-text.ts';
import { maxIdsPerCall, maxRowsPerCall } from '#contract/console-calls.ts';
import { filterSchema } from '#contract/console-view.ts';
import { type QuarantineReason, quarantineReasons } from '#contract/quarantine.ts';
import { maxNoteCharacters } from '#contract/review.ts';
import type { SubmissionReference } from '#server/store/review.ts';

/**
 * Names a person or a contact message, by the id or the number of any of their submissions. So no text that a person
 * typed gets into an address or a log.
 */
export const about = z
  .union([z.uuid(), z.int().min(1)])
  .transform(
    (named): SubmissionReference => (typeof named === 'number' ? { sequence: named } : { id: named }),
  );

/** Whose mailbox: the one that a submission came from, or an address. */
export const mailbox = z.union([
  z.strictObject({ about }),
  z.strictObject({ email: z.string().max(1_000).transform(readEmail) }),
]);
export type Mailbox = z.output<typeof mailbox>;

/**
 * Every change has an id that whoever asks for it makes, and is made once. If it is sent again after a lost answer, it
 * gets the answer of the first time.
 */
export const changeId = z.uuid();

const maxRowsOfPage = 1_000;
/** How many rows a page has at most. */
export const pageLimit = z
  .int()
  .min(1)
  .max(maxRowsOfPage, `A page has at most ${maxRowsOfPage.toLocaleString('en')} lines.`);

const noteText = z
  .string()
  .transform(cleanLines)
  .pipe(
    z.string().max(maxNoteCharacters, {
      error: ({ input }) =>
        `The note has ${String(input).length.toLocaleString('en')} characters; a note has at most ${maxNoteCharacters.toLocaleString('en')}.`,
    }),
  );

/** A text for the history, as it is stored. */
export const note = noteText.pipe(z.string().min(1, 'The note is empty.'));
/** A note that may be left out. */
export const optionalNote = noteText
  .transform((text) => text || null)
  .nullable()
  .default(null);

const reasons = Object.keys(quarantineReasons) as QuarantineReason[];

/** Which quarantined or parked submissions: these, or so many of all that are quarantined, for one reason or any. */
export const heldChoice = z.union([
  z.strictObject({ changeId, ids: z.array(z.uuid()).min(1).max(maxIdsPerCall) }),
  z.strictObject({
    changeId,
    limit: z.int().min(1).max(maxIdsPerCall),
    reason: z.enum(reasons).optional(),
  }),
]);

/** Which applicants, or contact messages: a view's filter, or one between two moments. */
export const filter = filterSchema.safeExtend({
  /** Milliseconds since the epoch: the newest application came then or later. */
  sinceMs: z.int().optional(),
  /** It came before then. */
  beforeMs: z.int().optional(),
  /** They were told before then of the state that they are in. */
  toldBeforeMs: z.int().optional(),
});
export type CallFilter = z.output<typeof filter>;

/** When the letters go, from `letterTime`; null: at once (ten seconds later). */
export const letterAtMs = z.int().min(0).nullable().default(null);

/**
 * Declined people are told by a letter. Invited people always are, where letters are set up. People who are in that
 * state already, and were not told, are told then.
 */
export const withLetter = z.boolean().default(false);

/** Invited people get the reminder of their invitation; `to` is `invited`. */
export const reminds = z.boolean().default(false);

/** A person as they were shown; null: however they are now. */
const personSeen = z.strictObject({
  about,
  seenVersion: z.int().min(0).nullable(),
  /** Number of the newest application that was shown. */
  seenNewest: z.int().optional(),
});

/** Whom a wave is about: a view with the numbers of its plan, which leave out who came later, or people. */
export const whom = z.union([
  z.strictObject({ filter, newest: z.int().min(0), lastDecision: z.int().min(0).optional() }),
  z.strictObject({ people: z.array(personSeen).min(1).max(maxRowsPerCall) }),
]);
export type Whom = z.output<typeof whom>;
