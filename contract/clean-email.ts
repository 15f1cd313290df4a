import { toHalfWidth } from './clean-text.ts';

/**
 * An email address in ASCII where it was typed on a keyboard for Japanese or Chinese, and without invisible characters
 * that come along when it is copied: zero-width characters and marks of direction anywhere, and space around it, a
 * no-break space included. Space inside is kept: people see it, and what follows it may be another word.
 */
export const cleanEmail = (text: string): string =>
  toHalfWidth(text)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim();
