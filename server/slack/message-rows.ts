import { cleanLine } from '#contract/clean-text.ts';
import { definitionOf, type FieldName, fieldValue, forKind, type Submission } from '#contract/fields.ts';
import { operatorField, rowOrder } from '#contract/operator-fields.ts';
import type { SubmissionKind } from '#contract/submission.ts';

/** A field as a message shows it. */
export interface MessageRow {
  name: FieldName;
  label: string;
  /** As it was sent. */
  value: string;
  isLink: boolean;
  isEmail: boolean;
  /** Share of a digest's entry, of 1 in all; 0: the digest leaves it out. */
  digestShare: number;
  /** Most characters that the value may take up in a message, after escaping. */
  maxLength: number;
}

interface RowPlan extends Omit<MessageRow, 'value'> {
  isFullWidth: boolean;
  isOptional: boolean;
}

/** A value may take up as much as it does when each character is escaped (`&amp;`), up to here. */
const longestRow = 1_600;
const longestEscape = 5;
/** Limit of all rows together, so that even at their longest there is room for the long texts. */
const longestRows = 6_500;

const plans: Readonly<Record<SubmissionKind, readonly RowPlan[]>> = {
  creator: planRows('creator'),
  venue: planRows('venue'),
  contact: planRows('contact'),
};

function planRows(kind: SubmissionKind): RowPlan[] {
  const definitions = rowOrder
    .map((name) => ({ name, ...definitionOf(name), ...operatorField(name) }))
    .filter(({ kinds }) => kinds[kind] !== undefined);
  const naturalLength = (maxCharacters: number) => Math.min(maxCharacters * longestEscape, longestRow);
  const rows = definitions.filter(({ slack }) => !slack.isFullWidth);
  const allRows = rows.reduce((sum, { maxCharacters }) => sum + naturalLength(maxCharacters), 0);
  const shrink = Math.min(1, longestRows / allRows);
  const allWeights = rows.reduce((sum, { slack }) => sum + (slack.digestWeight ?? 0), 0);
  return definitions.map(({ name, kinds, slack, control, maxCharacters }) => ({
    name,
    isOptional: kinds[kind] === 'optional',
    label: forKind(slack.label, kind),
    isLink: control.type === 'url',
    isEmail: control.type === 'email',
    isFullWidth: slack.isFullWidth ?? false,
    digestShare: slack.digestWeight === undefined ? 0 : slack.digestWeight / allWeights,
    maxLength: Math.floor(naturalLength(maxCharacters) * shrink),
  }));
}

/** An optional field that was left out has no row. */
function readRows(submission: Submission, isFullWidth: boolean): MessageRow[] {
  return plans[submission.kind]
    .filter((plan) => plan.isFullWidth === isFullWidth)
    .map((plan) => ({ ...plan, value: fieldValue(submission, plan.name) }))
    .filter(({ isOptional, value }) => !isOptional || cleanLine(value) !== '');
}

/** The rows with label and value on one line, in the table's order. */
export const shortRows = (submission: Submission): MessageRow[] => readRows(submission, false);

/** The long texts, in the table's order. */
export const longTexts = (submission: Submission): MessageRow[] => readRows(submission, true);
