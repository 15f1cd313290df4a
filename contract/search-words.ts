import { fold } from './fold.ts';
import { nameInHandle } from './profiles.ts';

/**
 * Letters and digits make a word; every other character that can be seen is a word by itself. Of a longer word the first
 * 40 characters count, in the index and in what is searched for alike.
 */
const word = /([\p{L}\p{N}]{1,40})[\p{L}\p{N}]*|[^\p{L}\p{N}\s\p{C}]/gu;

/** A telephone number as people write it; its digits together are a word too. */
const telephone = /\d[\d ().-]{5,30}\d/g;

/** The distinct words of these texts, whatever their case and accents. */
export function wordsOf(texts: Iterable<string>): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    const folded = fold(text);
    for (const [found, beginning = found] of folded.matchAll(word)) words.add(beginning);
    for (const [found] of folded.matchAll(telephone)) words.add(found.replace(/\D/g, ''));
  }
  return [...words];
}

/** What to look for of a text that somebody typed or pasted. */
export interface Search {
  /** All of them; without letters and digits, its other characters. */
  words: string[];
  /** Also whoever sent the submission with this number. */
  sequence: number | null;
  /** Only whoever sent this submission. */
  id: string | null;
}

/**
 * Takes what people paste: a number (`2999`, `#2999`, `No. 2999`), the id in a Slack message, `mailto:…`, the address
 * of a profile, a telephone number with or without spaces.
 */
export function readSearch(typed: string): Search {
  const trimmed = typed.trim();
  const [, text = trimmed] = /^mailto:([^?]*)/i.exec(trimmed) ?? [];
  const [, sign, number] = /^(#|no\.?\s*)?([1-9]\d{0,14})$/i.exec(text) ?? [];
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
  const isTelephone = /^\+?[\d ().-]+$/.test(text) && text.replace(/\D/g, '').length > 6;
  const wanted = isTelephone ? text.replace(/\D/g, '') : (nameInHandle(text) ?? text);
  const found = wordsOf([wanted]);
  const words = found.filter((each) => /[\p{L}\p{N}]/u.test(each));
  return {
    words: sign !== undefined || isId ? [] : words.length > 0 ? words : found,
    sequence: number === undefined ? null : Number(number),
    id: isId ? text.toLowerCase() : null,
  };
}

/** A word, or another character that can be seen, with the marks on it. */
const shownWord = /[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}\s\p{C}]/gu;

/** Where the words of the text are that begin with one of `searched`, of `readSearch`. */
export function* findMatches(
  text: string,
  searched: readonly string[],
): Generator<{ start: number; end: number }> {
  // Most long texts contain none of them, and words one by one take long.
  const folded = fold(text);
  if (!searched.some((beginning) => folded.includes(beginning))) return;
  for (const { 0: shown, index } of text.matchAll(shownWord))
    if (wordsOf([shown]).some((each) => searched.some((beginning) => each.startsWith(beginning))))
      yield { start: index, end: index + shown.length };
}
