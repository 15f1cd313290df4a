import { fold } from './fold.ts';

/** Longer words are cut, in the index and in what is searched for alike. */
const maxWordCharacters = 40;

/**
 * Of an applicant's words, in UTF-8: a hundred of the longest applications in Latin letters. A `tsvector` of Postgres
 * holds 1 MiB; beyond it `array_to_tsvector` stores wrong words without an error.
 * https://www.postgresql.org/docs/current/textsearch-limitations.html
 */
export const maxWordsBytes = 600_000;

/** Letters and digits make a word; every other character that can be seen is a word by itself. */
const word = /[\p{L}\p{N}]+|[^\p{L}\p{N}\s\p{C}]/gu;

/** The distinct words of these texts, whatever their case and accents. */
export function wordsOf(texts: Iterable<string>): string[] {
  const words = new Set<string>();
  let bytes = 0;
  for (const text of texts) {
    for (const [found] of fold(text).matchAll(word)) {
      const cut = [...found].slice(0, maxWordCharacters).join('');
      if (words.has(cut)) continue;
      bytes += Buffer.byteLength(cut) + 1;
      if (bytes > maxWordsBytes) return [...words];
      words.add(cut);
    }
  }
  return [...words];
}

/** What to look for of a text that somebody typed: its words; without any, its other characters. */
export function searchWordsOf(text: string): string[] {
  const found = wordsOf([text]);
  const words = found.filter((each) => /[\p{L}\p{N}]/u.test(each));
  return words.length > 0 ? words : found;
}

/** For sorting and comparing: one spelling, short enough for an index, without what Postgres cannot hold. */
export const sortKey = (text: string): string =>
  fold(text.replaceAll('\0', '').toWellFormed()).slice(0, 100).toWellFormed();

/** What people write behind a city of Australia. */
const behindCity =
  /[\s(]+(?:nsw|vic|qld|sa|wa|tas|nt|act|new south wales|victoria|queensland|south australia|western australia|tasmania|northern territory|australian capital territory|\d{4})[.)]*$/;

/** The same for `Melbourne, VIC`, `Sydney NSW 2000` and `sydney` as for the city alone. */
export function cityKey(text: string): string {
  let key = sortKey(text);
  key = key.split(',', 1)[0]?.trim() || key;
  while (behindCity.test(key)) key = key.replace(behindCity, '');
  return key;
}
