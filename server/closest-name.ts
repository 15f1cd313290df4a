/**
 * The known name that a misspelt one probably means, ignoring case; null when none is similar enough. Similar: they
 * differ in one place, by two letters that are swapped, or by one that is added, left out or exchanged (two, in a name
 * of eight letters or more).
 */
export function findClosestName(name: string, known: Iterable<string>): string | null {
  for (const candidate of known) if (isSimilar(name.toLowerCase(), candidate.toLowerCase())) return candidate;
  return null;
}

function isSimilar(name: string, candidate: string): boolean {
  const shorter = Math.min(name.length, candidate.length);
  let start = 0;
  while (start < shorter && name[start] === candidate[start]) start += 1;
  let end = 0;
  while (end < shorter - start && name.at(-1 - end) === candidate.at(-1 - end)) end += 1;
  const left = [name, candidate].map((each) => each.slice(start, each.length - end)) as [string, string];
  const isSwapped = left[0].length === 2 && left[0] === [...left[1]].reverse().join('');
  const maxLetters = candidate.length >= 8 ? 2 : candidate.length >= 4 ? 1 : 0;
  return (isSwapped && maxLetters > 0) || left.every(({ length }) => length <= maxLetters);
}
