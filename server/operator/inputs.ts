import { z } from 'zod';
import { cleanLines } from '#contract/clean-text.ts';
import { maxIdsPerCall } from '#contract/console-calls.ts';
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

/** A text for the history, as it is stored. */
export const note = z
  .string()
  .transform(cleanLines)
  .pipe(
    z
      .string()
      .min(1, 'The note is empty.')
      .max(maxNoteCharacters, {
        error: ({ input }) =>
          `The note has ${String(input).length.toLocaleString('en')} characters; a note has at most ${maxNoteCharacters.toLocaleString('en')}.`,
      }),
  );

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
});
export type CallFilter = z.output<typeof filter>;
