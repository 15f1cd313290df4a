import { cleanLine } from '#contract/clean-text.ts';
import { definitionOf, type FieldName, type Submission } from '#contract/fields.ts';
import { findMatches } from '#contract/search-words.ts';

/** Of a long text in a list, in code points: more than the widest row shows. */
const excerptCharacters = 240;

/** Before the first word that a search found, as much as a narrow row shows with it. */
const leadCharacters = 20;

/**
 * The row of a list: of its long texts a part, on one line, with the first word that was `searched`. The person's page
 * has the whole.
 */
export function withExcerpts<Row extends Submission>(row: Row, searched: readonly string[] = []): Row {
  const fields = Object.entries(row.fields).map(([name, text]) => [
    name,
    definitionOf(name as FieldName).control.type === 'textarea' ? excerptOf(text, searched) : text,
  ]);
  return { ...row, fields: Object.fromEntries(fields) };
}

function excerptOf(text: string, searched: readonly string[]): string {
  const line = cleanLine(text);
  const [first] = findMatches(line, searched);
  const start = first === undefined || first.start <= leadCharacters ? 0 : beginBefore(line, first.start);
  const shown = Array.from(line.slice(start, start + 2 * excerptCharacters)).slice(0, excerptCharacters);
  const excerpt = shown.join('').toWellFormed();
  const isCut = start + excerpt.length < line.length;
  return `${start > 0 ? '…' : ''}${excerpt}${isCut ? '…' : ''}`;
}

/** The beginning of a word before the place, where one is near. */
function beginBefore(line: string, place: number): number {
  const space = line.lastIndexOf(' ', place - leadCharacters);
  return space > place - 3 * leadCharacters ? space + 1 : place;
}
