const bidiControls = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * User text as a message may carry it, its lines kept: no control characters, nothing that reorders
 * the text around it, no half characters. Empty when nothing readable remains.
 */
export function cleanLines(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029|\u0085/g, '\n')
    .replace(bidiControls, '')
    .replace(controls, '')
    .trim();
}

/** The same on a single line, so that a value cannot pose as a further row of the message. */
export const cleanLine = (text: string): string => cleanLines(text).replace(/\s+/g, ' ');

/** Encloses right-to-left text, so that it leaves the order of what stands beside it alone. */
export const isolateDirection = (text: string): string =>
  rightToLeft.test(text) ? `\u2068${text}\u2069` : text;

/** Slack's three control characters; https://docs.slack.dev/messaging/formatting-message-text#escaping */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Characters that a text takes up inside the JSON of a message, after escaping. */
export const messageCost = (text: string): number => escapeText(JSON.stringify(text)).length - 2;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The longest beginning that costs no more than `maxCost`, and whether anything was left off. Never splits a character. */
export function cutToCost(text: string, maxCost: number): { text: string; cut: boolean } {
  if (messageCost(text) <= maxCost) return { text, cut: false };
  let end = 0;
  let cost = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    cost += messageCost(segment);
    if (cost > maxCost) break;
    end = index + segment.length;
  }
  // A letter under thousands of marks is one grapheme: better split than nothing of it.
  if (end === 0) {
    cost = 0;
    for (const character of text) {
      cost += messageCost(character);
      if (cost > maxCost) break;
      end += character.length;
    }
  }
  return { text: text.slice(0, end).trimEnd(), cut: true };
}

/** A value cut to its share with an ellipsis; `—` where nothing readable is left. */
export function fitValue(text: string, maxCost: number): string {
  const line = cleanLine(text);
  const { text: kept, cut } = cutToCost(line, Math.max(maxCost - 1, 1));
  const fitted = cut && kept !== line ? `${kept}…` : kept;
  return fitted === '' ? '—' : isolateDirection(fitted);
}
