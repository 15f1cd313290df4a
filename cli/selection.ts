import type { SubmissionRecord } from '#contract/answers.ts';
import type { DeliveryState } from '#contract/channels.ts';
import { type Sort, sorts } from '#contract/console-view.ts';
import { fieldValue } from '#contract/fields.ts';
import { reviewStates } from '#contract/review.ts';
import { submissionKinds } from '#contract/submission.ts';
import { tellings } from '#contract/told.ts';
import { fold } from '#server/store/fold.ts';
import type { RecordFilter } from '#server/store/queries/read-records.ts';
import { type CommandOption, type Context, type OptionValues, UsageError } from './command.ts';
import { readChoice, requireAddress } from './options.ts';
import { parseTime, timeForms } from './time.ts';

/** States of a message by the operator's names; `waiting` includes what is being sent at this moment. */
const messageStates = {
  waiting: ['waiting', 'claimed'],
  delivered: ['delivered'],
  parked: ['parked'],
  quarantined: ['quarantined'],
  discarded: ['discarded'],
} as const satisfies Record<string, readonly DeliveryState[]>;
const stateNames = Object.keys(messageStates) as (keyof typeof messageStates)[];

/** Options of the commands that select submissions. */
export const selectionOptions = {
  kind: { type: 'string', short: 'k', value: 'KIND', about: submissionKinds.join(', ') },
  city: {
    type: 'string',
    short: 'c',
    value: 'TEXT',
    about: 'the city contains this; case and accents do not matter',
  },
  email: { type: 'string', short: 'e', value: 'ADDRESS', about: 'from this email address' },
  text: { type: 'string', short: 't', value: 'TEXT', about: 'any field contains this' },
  since: { type: 'string', short: 's', value: 'TIME', about: `received since then: ${timeForms}` },
  until: { type: 'string', short: 'u', value: 'TIME', about: 'received until then; a day is included' },
  review: {
    type: 'string',
    short: 'r',
    value: 'STATE',
    about: `of people in this state: ${reviewStates.join(', ')}`,
  },
  told: {
    type: 'string',
    value: 'STATE',
    about: `of people who are invited or declined: ${tellings.join(', ')}`,
  },
  state: { type: 'string', value: 'STATE', about: `state of the message to Slack: ${stateNames.join(', ')}` },
  sort: { type: 'string', value: 'ORDER', about: sorts.join(', ') },
} as const satisfies Record<string, CommandOption>;

export interface ListSelection {
  /** The conditions that the store checks. */
  filter: RecordFilter;
  /** The conditions on texts, which the store cannot check; null: there are none. */
  matches: ((record: SubmissionRecord) => boolean) | null;
  sort: Sort;
}

/** @throws {UsageError} when a value is not allowed */
export function readSelection(
  values: OptionValues<typeof selectionOptions>,
  { now, calendar }: Context,
  defaultSort: Sort,
): ListSelection {
  const nowMs = now.getTime();
  const { since, until } = values;
  const sinceMs =
    since === undefined ? undefined : parseTime('since', since, { nowMs, calendar, day: 'first moment' });
  const untilMs =
    until === undefined ? undefined : parseTime('until', until, { nowMs, calendar, day: 'last moment' });
  if (sinceMs !== undefined && untilMs !== undefined && sinceMs >= untilMs) {
    throw new UsageError('--until must be later than --since.');
  }
  const state = readChoice('state', values.state, stateNames);
  return {
    filter: {
      kind: readChoice('kind', values.kind, submissionKinds),
      states: state === undefined ? undefined : messageStates[state],
      email: values.email === undefined ? undefined : requireAddress(values.email),
      sinceMs,
      beforeMs: untilMs,
      reviewState: readChoice('review', values.review, reviewStates),
      told: readChoice('told', values.told, tellings),
    },
    matches: matchText(fold(values.city ?? ''), fold(values.text ?? '')),
    sort: readChoice('sort', values.sort, sorts) ?? defaultSort,
  };
}

function matchText(city: string, text: string): ListSelection['matches'] {
  if (city === '' && text === '') return null;
  return (record) =>
    fold(fieldValue(record, 'city')).includes(city) &&
    (text === '' || Object.values(record.fields).some((value) => fold(value).includes(text)));
}
