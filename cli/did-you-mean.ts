import { findClosestName } from '#server/closest-name.ts';

/** ` Did you mean "list"?` where a known name is close; else nothing. */
export function didYouMean(name: string, known: Iterable<string>, write = (meant: string) => meant): string {
  const meant = findClosestName(name, known);
  return meant === null ? '' : ` Did you mean "${write(meant)}"?`;
}
