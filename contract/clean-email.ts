/**
 * An email address without what comes along unseen when it is copied: zero-width characters and marks of direction
 * anywhere, and space around it, a no-break space included. Space inside is kept: it is seen, and what follows
 * it may be another word.
 */
export const cleanEmail = (text: string): string =>
  text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim();
