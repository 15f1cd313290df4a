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

/**
 * The address in the spellings in which people copy it: with a name (`Jane <jane@example.com>`), `mailto:`, quotes,
 * brackets or punctuation around it. Whoever takes an address reads it here. What a browser accepts in an email field
 * stays as it is; what is left may be no address.
 */
export function readEmail(text: string): string {
  const cleaned = cleanEmail(text);
  const [, bracketed = cleaned] = /<([^<>]*)>[\s.,;]*$/.exec(cleaned) ?? [];
  const [, quoted = bracketed] = /^'(.*)'$/.exec(bracketed) ?? [];
  return quoted
    .replace(/^[\s("“‘«<]+/, '')
    .replace(/^mailto:([^?]*).*$/is, '$1')
    .replace(/(?<![\s.,;:!?)"”’»>])[\s.,;:!?)"”’»>]+$/, '');
}
