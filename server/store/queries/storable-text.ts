import { maxNoteCharacters } from '#contract/review.ts';

/** What both engines can hold, cut to a note's length: Postgres' text type takes no NUL and no lone surrogate. */
export const storableText = (text: string): string =>
  text.replaceAll('\0', '').slice(0, maxNoteCharacters).toWellFormed();
