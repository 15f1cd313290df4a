import { cleanLine } from '#contract/clean-text.ts';
import { definitionOf, fieldValue, forKind, type Submission } from '#contract/fields.ts';
import { operatorField, rowOrder } from '#contract/operator-fields.ts';

/** A field as a message shows it. */
export type MessageRow = ReturnType<typeof readRows>[number];

/** In the table's order. An optional field that was left out has no row. */
function readRows(submission: Submission, isFullWidth: boolean) {
  const { kind } = submission;
  const fields = rowOrder
    .map((name) => ({ name, ...definitionOf(name), slack: operatorField(name) }))
    .filter(({ kinds, slack }) => kinds[kind] !== undefined && (slack.isFullWidth ?? false) === isFullWidth);
  const allWeights = fields.reduce((sum, { slack }) => sum + (slack.digestWeight ?? 0), 0);
  return fields
    .map(({ name, kinds, slack, control }) => ({
      name,
      label: forKind(slack.label, kind),
      /** As it was sent. */
      value: fieldValue(submission, name),
      isOptional: kinds[kind] === 'optional',
      control: control.type,
      /** Share of a digest's entry, of 1 in all; 0: the digest leaves it out. */
      digestShare: slack.digestWeight === undefined ? 0 : slack.digestWeight / allWeights,
    }))
    .filter(({ isOptional, value }) => !isOptional || cleanLine(value) !== '');
}

/** The rows with label and value on one line. */
export const shortRows = (submission: Submission) => readRows(submission, false);

export const longTexts = (submission: Submission) => readRows(submission, true);
