import { definitionOf, type FieldName, fieldNames, forKind } from '#contract/fields.ts';
import { fold } from '#contract/fold.ts';
import { operatorField } from '#contract/operator-fields.ts';
import { type ColumnMeaning, type Columns, columnLetter, columnMeanings } from '#contract/sheet.ts';
import { type WaitlistKind, waitlistKinds } from '#contract/submission.ts';
import { sourceParameters } from '#contract/visit-source.ts';
import { SheetError } from './read-sheet.ts';

/** What people chose: headings by meaning. */
export type ChosenColumns = Partial<Record<ColumnMeaning, string>>;

/** Headings of form tools, and of this program's own export, beside the fields' names and labels. */
const otherHeadings: Partial<Record<ColumnMeaning, readonly string[]>> = {
  name: ['full name', 'your name', 'contact name', 'contact person'],
  firstName: ['first name', 'given name'],
  lastName: ['last name', 'surname', 'family name'],
  email: ['e-mail', 'email address', 'e-mail address', 'your email', 'mail'],
  handle: [
    'instagram',
    'tiktok',
    'instagram handle',
    'tiktok handle',
    'instagram username',
    'tiktok username',
    'social handle',
    'username',
    'your instagram or tiktok handle',
  ],
  venueName: [
    'venue',
    'business',
    'business name',
    'restaurant',
    'restaurant name',
    'company',
    'bar',
    'hotel',
  ],
  website: ['web site', 'url', 'homepage', 'link'],
  city: ['town', 'location', 'your city', 'where are you based?', 'which city are you in?'],
  bio: ['about', 'about you', 'about me', 'tell us about yourself', 'description'],
  message: ['about', 'tell us about your venue', 'description', 'comments', 'notes'],
  date: [
    'submitted at',
    'submission date',
    'submit date (utc)',
    'timestamp',
    'date',
    'created at',
    'created',
    'applied at',
    'applied on',
    'received',
    'received at',
  ],
  source: ['source', sourceParameters.source],
  medium: ['medium', sourceParameters.medium],
  campaign: ['campaign', sourceParameters.campaign],
};

/** Case, accents, marks at the ends, and what stands in brackets at the end do not matter. */
const headingKey = (heading: string): string =>
  fold(heading)
    .replace(/(?<!\s)\s*\([^()]*\)\s*$/, '')
    .replace(/(?<![\s:*?])[\s:*?]+$/, '');

const isFieldOf = (kind: WaitlistKind, meaning: ColumnMeaning): meaning is FieldName =>
  (fieldNames(kind) as readonly string[]).includes(meaning);

/** Each field's own before any other: a heading of another tool may be a field's own name. */
const headingsInTurn = [
  (meaning: ColumnMeaning, kind: WaitlistKind) =>
    isFieldOf(kind, meaning)
      ? [meaning, forKind(definitionOf(meaning).label, kind), forKind(operatorField(meaning).label, kind)]
      : [],
  (meaning: ColumnMeaning) => otherHeadings[meaning] ?? [],
];

/**
 * Finds what each column holds: those that were chosen by their headings, then the others by known headings. The state
 * is never guessed, because other tools have states of their own.
 *
 * @throws {SheetError} when a chosen heading is not there or stands twice, two columns hold the same, or none is the
 *   email
 */
export function matchColumns(
  headings: readonly string[],
  kind: WaitlistKind,
  chosen: ChosenColumns,
): Columns {
  const keys = headings.map(headingKey);
  const columns: Columns = {};
  const take = (meaning: ColumnMeaning, places: readonly number[], fix: string) => {
    const [place, second] = places;
    if (place === undefined) return;
    if (second !== undefined)
      throw new SheetError(
        `Columns ${places.map(columnLetter).join(' and ')} could both be ${JSON.stringify(meaning)}. ${fix}`,
      );
    columns[meaning] = place;
  };
  for (const [meaning, heading] of Object.entries(chosen) as [ColumnMeaning, string][]) {
    const places = placesOf(keys, [headingKey(heading)]);
    if (places.length === 0)
      throw new SheetError(
        `The sheet has no column ${JSON.stringify(heading)}. ${describeHeadings(headings)}`,
      );
    take(meaning, places, 'Give one of them another heading in the sheet.');
  }
  for (const headingsOf of headingsInTurn) {
    for (const meaning of columnMeanings) {
      const isOfKind =
        isFieldOf(kind, meaning) || !(fieldNames(...waitlistKinds) as readonly string[]).includes(meaning);
      if (columns[meaning] !== undefined || !isOfKind || meaning === 'state') continue;
      const taken = Object.values(columns);
      const known = headingsOf(meaning, kind).map(headingKey);
      const places = placesOf(keys, known).filter((place) => !taken.includes(place));
      take(meaning, places, 'Say which: choose the column by its heading, or rename the other in the sheet.');
    }
  }
  if (columns.email === undefined)
    throw new SheetError(`No column is headed as an email address. ${describeHeadings(headings)}`);
  return columns;
}

const placesOf = (keys: readonly string[], wanted: readonly string[]): number[] =>
  [...keys.keys()].filter((place) => wanted.includes(keys[place] ?? ''));

const describeHeadings = (headings: readonly string[]): string =>
  `Its columns are ${headings
    .slice(0, 30)
    .map((heading) => JSON.stringify(heading.slice(0, 60)))
    .join(', ')}.`;
