import { z } from 'zod';
import { cleanLines } from '#contract/clean-text.ts';
import { maxIdsPerCall, maxRowsPerCall } from '#contract/console-calls.ts';
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

/** How many rows a page has at most. */
export const pageLimit = z.int().min(1).max(maxRowsPerCall);

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

/** Ids of submissions. */
export const someIds = z.array(z.uuid()).min(1).max(maxIdsPerCall);
