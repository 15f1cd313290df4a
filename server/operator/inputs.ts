import { z } from 'zod';
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

export const note = z.string().trim().min(1).max(maxNoteCharacters);

/** Ids of submissions. */
export const someIds = z.array(z.uuid()).min(1).max(maxIdsPerCall);
