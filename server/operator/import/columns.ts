import { cleanEmail } from '#contract/clean-email.ts';
import { definitionOf, forKind } from '#contract/fields.ts';
import { fold } from '#contract/fold.ts';
import {
  type ColumnMeaning,
  type Columns,
  columnLetter,
  isFieldOf,
  leftOut,
  meaningsOf,
} from '#contract/sheet.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import { isBrowserValidEmail } from '#contract/submission-schema.ts';
import { sourceParameters } from '#contract/visit-source.ts';
import { refuse } from '#server/operator/call.ts';
import type { SurveyedColumn } from './survey-columns.ts';

/** What people chose: what columns hold, each by its place, or by its heading or letter. */
export type ChosenColumns = readonly {
  column: number | string;
  meaning: ColumnMeaning | typeof leftOut;
}[];

/** Headings of form tools, and of this program's own export, beside the fields' names and labels; the better ones first. */
const otherHeadings: Partial<Record<ColumnMeaning, readonly string[]>> = {
  name: ['contact name', 'contact person'],
  email: ['e-mail', 'email address', 'e-mail address', 'your email', 'mail'],
  handle: ['username'],
  venueName: ['venue', 'business', 'restaurant', 'company', 'bar', 'hotel'],
  website: ['web site', 'website url', 'url', 'homepage', 'link'],
  city: ['location'],
  bio: ['about', 'description'],
  message: ['about', 'description', 'comments', 'notes'],
  date: [
    'submitted at',
    'submission date',
    'submit date',
    'timestamp',
    'applied at',
    'applied on',
    'created at',
    'created time',
    'created',
    'create date',
    'order date',
    'optin time',
    'confirm time',
    'received',
    'received at',
    'date',
  ],
  completion: ['response type', 'submission status', 'completion status', 'is completed', 'completed'],
  source: ['source', sourceParameters.source],
  medium: ['medium', sourceParameters.medium],
  campaign: ['campaign', sourceParameters.campaign],
};

/** In whole questions, folded. The email is found by its addresses instead. */
const questions: Partial<Record<ColumnMeaning, RegExp>> = {
  name: /\b(?:your|full) name\b|\bcall you\b/,
  firstName: /\b(?:first|given) name\b/,
  lastName: /\b(?:last|family) name\b|\bsurname\b/,
  handle: /^(?!.*\bfollower).*\b(?:instagram|tiktok|handle)\b/,
  venueName: /\b(?:venue|business|restaurant|cafe|hotel)(?:.s)? (?:name|called)\b|\bname of your\b/,
  website: /\bwebsite\b/,
  city: /\b(?:city|town)\b|\bwhere (?:are you based|do you live)\b/,
  bio: /\babout (?:yourself|you|me)\b|\bbio\b/,
  message: /\babout (?:your|the) (?:venue|business|restaurant|cafe|hotel|place)\b/,
};

/** Case, accents, marks at the ends, and what stands in brackets at the end do not matter. */
const headingKey = (heading: string): string =>
  fold(heading.replaceAll('_', ' '))
    .replace(/(?<!\s)\s*\([^()]*\)\s*$/, '')
    .replace(/(?<![\s:*?])[\s:*?]+$/, '');

const holdsAddresses = ({ examples }: SurveyedColumn): boolean =>
  examples.length > 0 && examples.every((example) => isBrowserValidEmail(cleanEmail(example)));

/** A column with the key of its heading. */
type Keyed = SurveyedColumn & { key: string };
/** Finds the columns, the best first, that hold a meaning. */
type Finder = (meaning: ColumnMeaning, kind: WaitlistKind, columns: readonly Keyed[]) => readonly Keyed[];

const headedAs = (headings: readonly string[], columns: readonly Keyed[]): Keyed[] =>
  [...new Set(headings.map(headingKey))].flatMap((heading) => columns.filter(({ key }) => key === heading));

/** Each field's own name before any other: a heading of another tool may be a field's own name. */
const finders: readonly Finder[] = [
  (meaning, kind, columns) =>
    isFieldOf(kind, meaning) ? headedAs([meaning, forKind(definitionOf(meaning).label, kind)], columns) : [],
  (meaning, _kind, columns) =>
    // Google Forms puts the address that it collects below "Username".
    headedAs(otherHeadings[meaning] ?? [], columns).filter(
      (column) => meaning !== 'handle' || !holdsAddresses(column),
    ),
  (meaning, _kind, columns) =>
    meaning === 'email'
      ? columns.filter(holdsAddresses)
      : columns.filter(({ key }) => questions[meaning]?.test(key)),
];

/**
 * Finds what each column holds: those that were chosen, then the others by known headings and by what is in them. The
 * state is never guessed, because other tools have states of their own; nor is the email between two columns, and it
 * may be missing.
 *
 * @throws {CallError} when a chosen column is not there, or was chosen twice
 */
export function matchColumns(
  surveyed: readonly SurveyedColumn[],
  kind: WaitlistKind,
  chosen: ChosenColumns,
): Columns {
  const all: Keyed[] = surveyed.map((column) => ({ ...column, key: headingKey(column.heading) }));
  const free = new Set(all);
  const columns: Columns = {};
  for (const { column, meaning } of chosen) {
    const found = findChosen(all, column);
    if (!free.delete(found) || (meaning !== leftOut && columns[meaning] !== undefined))
      throw refuse(
        `Column ${columnLetter(all.indexOf(found))} or its field ${JSON.stringify(meaning)} was chosen twice. Choose each once.`,
      );
    if (meaning === leftOut) continue;
    if (!meaningsOf(kind).includes(meaning))
      throw refuse(`A ${kind} has no ${meaning}. A column may hold ${meaningsOf(kind).join(', ')}.`);
    columns[meaning] = all.indexOf(found);
  }
  for (const find of finders)
    for (const meaning of meaningsOf(kind)) {
      if (columns[meaning] !== undefined || meaning === 'state') continue;
      const [found, second] = find(meaning, kind, [...free]);
      if (found === undefined || (meaning === 'email' && second !== undefined)) continue;
      free.delete(found);
      columns[meaning] = all.indexOf(found);
    }
  return columns;
}

/** @throws {CallError} when there is no such column, or several have the heading */
function findChosen(columns: readonly Keyed[], column: number | string): Keyed {
  const named = columns.filter(({ key }) => typeof column === 'string' && key === headingKey(column));
  const found =
    named.length > 0
      ? named
      : columns.filter((_, place) => place === column || columnLetter(place) === column);
  const [first, second] = found;
  if (first === undefined)
    throw refuse(`The sheet has no column ${JSON.stringify(column)}. ${describeHeadings(columns)}`);
  if (second !== undefined)
    throw refuse(
      `Columns ${found.map((each) => columnLetter(columns.indexOf(each))).join(' and ')} are both headed ${JSON.stringify(column)}. Name one by its letter.`,
    );
  return first;
}

const describeHeadings = (columns: readonly SurveyedColumn[]): string =>
  `Its columns are ${columns
    .slice(0, 30)
    .map(({ heading }) => JSON.stringify(heading.slice(0, 60)))
    .join(', ')}.`;
