/**
 * An email address without invisible characters that come along when it is copied: zero-width characters and marks of
 * direction anywhere, and space around it, a no-break space included. Space inside is kept: people see it, and what
 * follows it may be another word.
 */
export const cleanEmail = (text: string): string =>
  text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim();
