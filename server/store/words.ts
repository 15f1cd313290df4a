import { nameInProfileAddress } from '#contract/profiles.ts';
import { fold } from './fold.ts';

/**
 * Of an applicant's words, in UTF-8: a hundred of the longest applications in Latin letters. A `tsvector` of Postgres
 * holds 1 MiB; beyond it `array_to_tsvector` stores wrong words without an error.
 * https://www.postgresql.org/docs/current/textsearch-limitations.html
 */
export const maxWordsBytes = 600_000;

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

/** An applicant's words with further ones, as far as there is room. Both are of `wordsOf`, with a space between two. */
export function addWords(known: string, further: string): string {
  const words = new Set(known.split(' '));
  const added: string[] = [];
  let bytes = Buffer.byteLength(known);
  for (const each of further.split(' ')) {
    if (words.has(each)) continue;
    bytes += Buffer.byteLength(each) + 1;
    if (bytes > maxWordsBytes) break;
    words.add(each);
    added.push(each);
  }
  return [known, ...added].join(' ').trim();
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
  const text = typed.trim().replace(/^mailto:([^?]*).*$/i, '$1');
  const [, sign, number] = /^(#|no\.?\s*)?([1-9]\d{0,14})$/i.exec(text) ?? [];
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
  const isTelephone = /^\+?[\d ().-]+$/.test(text) && text.replace(/\D/g, '').length > 6;
  const wanted = isTelephone ? text.replace(/\D/g, '') : (nameInProfileAddress(text) ?? text);
  const found = wordsOf([wanted]);
  const words = found.filter((each) => /[\p{L}\p{N}]/u.test(each));
  return {
    words: sign !== undefined || isId ? [] : words.length > 0 ? words : found,
    sequence: number === undefined ? null : Number(number),
    id: isId ? text.toLowerCase() : null,
  };
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
