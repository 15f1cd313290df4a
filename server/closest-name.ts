/**
 * The known name that is most similar to a misspelt one, ignoring case; null when none is similar enough.
 * Similar: one letter in four of the known name, two at most, is added, left out, exchanged or swapped.
 */
export function findClosestName(name: string, known: Iterable<string>): string | null {
  let closest: string | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const allowed = Math.min(2, Math.floor(candidate.length / 4));
    // Each letter more or less is an edit: most names need no further comparison.
    if (Math.abs(candidate.length - name.length) > allowed) continue;
    const edits = countEdits(name.toLowerCase(), candidate.toLowerCase());
    if (edits >= fewest || edits > allowed) continue;
    closest = candidate;
    fewest = edits;
  }
  return closest;
}

/** Optimal string alignment distance: https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance */
function countEdits(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let edits = Math.min(
        (previous[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (beforePrevious[j - 2] ?? 0) + 1);
      }
      current.push(edits);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
