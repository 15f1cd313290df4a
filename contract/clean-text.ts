import { hasVisibleText } from './visible-text.ts';

/** What controls a terminal, or reorders the text beside it. */
const controls = /[^\P{Cc}\n\t\r]|\r(?!\n)|[\p{Bidi_Control}\u2028\u2029]/gu;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * User text for a message, with its line breaks: without control characters, characters that reorder the text
 * around them, and lone surrogates. Empty when nothing visible remains.
 */
export function cleanLines(text: string): string {
  const cleaned = text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029|\u0085/g, '\n')
    .replace(controls, '')
    .trim();
  return hasVisibleText(cleaned) ? cleaned : '';
}

/** The same on a single line, so that a value cannot look like another row of the message. */
export const cleanLine = (text: string): string => cleanLines(text).replace(/\s+/g, ' ');

/** ASCII of a keyboard for Japanese or Chinese: `＠`, `．` and `ａ` become `@`, `.` and `a`; so does the full stop `。`. */
export const toHalfWidth = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u3002\uff61]/g, '.');

/** Isolates right-to-left text, so that it does not reorder the text beside it. */
export const isolateDirection = (text: string): string =>
  rightToLeft.test(text) ? `\u2068${text}\u2069` : text;

/**
 * All that is printed goes through this: what would control the terminal, or reorder the text beside it, becomes an
 * escape of JSON. JSON stays the same data.
 */
export const forTerminal = (text: string): string =>
  text.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
