import { fold } from '#contract/fold.ts';

/**
 * Of an applicant's words, in UTF-8: a dozen of the longest applications. The work of a further one grows with them, and
 * a `tsvector` of Postgres above 1 MiB stores wrong words without an error.
 * https://www.postgresql.org/docs/current/textsearch-limitations.html
 */
const maxWordsBytes = 64 * 1024;

/**
 * An applicant's words with further ones behind them, as far as there is room: who applies with another's email hides
 * none of theirs, and the index is given the further ones alone. Both are of `wordsOf`, with a space between two.
 */
export function addWords(known: string, further: string): string {
  const added = new Set(further.split(' '));
  for (const each of known.split(' ')) added.delete(each);
  let room = maxWordsBytes - Buffer.byteLength(known);
  const fitting = [...added].filter((each) => {
    room -= Buffer.byteLength(each) + 1;
    return room >= 0;
  });
  return [known, ...fitting].join(' ').trim();
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
