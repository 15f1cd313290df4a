import { cleanLine, isolateDirection } from '#contract/clean-text.ts';

/** Slack's three control characters; https://docs.slack.dev/messaging/formatting-message-text#escaping */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Length of a text in the JSON of a message, after Slack's escaping. */
export const escapedLength = (text: string): number => escapeText(JSON.stringify(text)).length - 2;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The longest beginning within an escaped length, and whether anything was left off. Never splits a character. */
export function cutToEscapedLength(text: string, maxLength: number): { text: string; isCut: boolean } {
  if (escapedLength(text) <= maxLength) return { text, isCut: false };
  const characters = Iterator.from(graphemes.segment(text)).map(({ segment }) => segment);
  // A letter with thousands of combining marks is one grapheme; a part of it is better than nothing.
  const end = countWithin(characters, maxLength) || countWithin(text, maxLength);
  return { text: text.slice(0, end).trimEnd(), isCut: true };
}

/** UTF-16 units of the first parts that are together within an escaped length. */
function countWithin(parts: Iterable<string>, maxLength: number): number {
  let end = 0;
  let length = 0;
  for (const part of parts) {
    length += escapedLength(part);
    if (length > maxLength) break;
    end += part.length;
  }
  return end;
}

/** A value on one line, cut to an escaped length with an ellipsis; `—` when nothing visible is in it. */
export function fitValue(text: string, maxLength: number): string {
  const line = cleanLine(text);
  const { text: kept, isCut } = cutToEscapedLength(line, Math.max(maxLength - 1, 1));
  const fitted = isCut && kept !== line ? `${kept}…` : kept;
  return fitted === '' ? '—' : isolateDirection(fitted);
}
