import { hasVisibleText } from '#contract/visible-text.ts';

const bidiControls = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * User text for a message, with its line breaks: without control characters, characters that reorder the text
 * around them, and lone surrogates. Empty when nothing visible remains.
 */
export function cleanLines(text: string): string {
  const cleaned = text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029|\u0085/g, '\n')
    .replace(bidiControls, '')
    .replace(controls, '')
    .trim();
  return hasVisibleText(cleaned) ? cleaned : '';
}

/** The same on a single line, so that a value cannot look like another row of the message. */
export const cleanLine = (text: string): string => cleanLines(text).replace(/\s+/g, ' ');

/** Isolates right-to-left text, so that it does not reorder the text beside it. */
export const isolateDirection = (text: string): string =>
  rightToLeft.test(text) ? `\u2068${text}\u2069` : text;

/** Slack's three control characters; https://docs.slack.dev/messaging/formatting-message-text#escaping */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Length of a text in the JSON of a message, after Slack's escaping. */
export const escapedLength = (text: string): number => escapeText(JSON.stringify(text)).length - 2;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The longest beginning within an escaped length, and whether anything was left off. Never splits a character. */
export function cutToEscapedLength(text: string, maxLength: number): { text: string; isCut: boolean } {
  if (escapedLength(text) <= maxLength) return { text, isCut: false };
  let end = 0;
  let length = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    length += escapedLength(segment);
    if (length > maxLength) break;
    end = index + segment.length;
  }
  // A letter with thousands of combining marks is one grapheme: part of it is better than nothing.
  if (end === 0) {
    length = 0;
    for (const character of text) {
      length += escapedLength(character);
      if (length > maxLength) break;
      end += character.length;
    }
  }
  return { text: text.slice(0, end).trimEnd(), isCut: true };
}

/** A value on one line, cut to an escaped length with an ellipsis; `—` when nothing visible is in it. */
export function fitValue(text: string, maxLength: number): string {
  const line = cleanLine(text);
  const { text: kept, isCut } = cutToEscapedLength(line, Math.max(maxLength - 1, 1));
  const fitted = isCut && kept !== line ? `${kept}…` : kept;
  return fitted === '' ? '—' : isolateDirection(fitted);
}
