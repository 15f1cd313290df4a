import { fold } from '#contract/fold.ts';

/**
 * Of an applicant's words, in UTF-8: a hundred of the longest applications in Latin letters. A `tsvector` of Postgres
 * holds 1 MiB; beyond it `array_to_tsvector` stores wrong words without an error.
 * https://www.postgresql.org/docs/current/textsearch-limitations.html
 */
export const maxWordsBytes = 600_000;

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

/** For sorting and comparing: one spelling, short enough for an index, without what Postgres cannot hold. */
export const sortKey = (text: string): string =>
  fold(text.replaceAll('\0', '').toWellFormed()).slice(0, 100).toWellFormed();

/** What people write behind a city of Australia. */
const behindCity =
  /(?<![\s(])[\s(]+(?:nsw|vic|qld|sa|wa|tas|nt|act|new south wales|victoria|queensland|south australia|western australia|tasmania|northern territory|australian capital territory|\d{4})[.)]*$/;

/** The same for `Melbourne, VIC`, `Sydney NSW 2000` and `sydney` as for the city alone. */
export function cityKey(text: string): string {
  let key = sortKey(text);
  key = key.split(',', 1)[0]?.trim() || key;
  while (behindCity.test(key)) key = key.replace(behindCity, '');
  return key;
}
