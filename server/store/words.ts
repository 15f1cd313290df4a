import { fold } from './fold.ts';

/** Longer words are cut, in the index and in what is searched for alike. */
const maxWordCharacters = 40;

/** Far above what a person writes; keeps one row far below the engines' limits. */
const maxWords = 20_000;

/** The distinct words of these texts, whatever their case and accents. Letters and digits make a word. */
export function wordsOf(texts: Iterable<string>): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    for (const [word] of fold(text).matchAll(/[\p{L}\p{N}]+/gu)) {
      if (words.size >= maxWords) return [...words];
      words.add([...word].slice(0, maxWordCharacters).join(''));
    }
  }
  return [...words];
}

/** For sorting and comparing: one spelling, short enough for an index, without what Postgres cannot hold. */
export const sortKey = (text: string): string =>
  fold(text.replaceAll('\0', '').toWellFormed()).slice(0, 100).toWellFormed();
