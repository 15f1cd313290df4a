import type { Button, ConfirmationDialog, KnownBlock } from '@slack/types';
import type { Review } from '#contract/answers.ts';
import { fieldValue } from '#contract/fields.ts';
import { formatTime as formatShown } from '#contract/format-time.ts';
import { describeAnswer } from '#contract/invitation-answer.ts';
import { appliedAgainWords, decisionsOf, type ReviewState, standsIn, states } from '#contract/review.ts';
import { startSentence } from '#contract/texts.ts';
import { describeTold } from '#contract/told.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { actionIdOf, writeButtonValue } from './button-value.ts';
import { plainText } from './message-blocks.ts';
import { fitValue } from './message-text.ts';

/** What messages offer beyond the application, by the settings. */
export interface ComposeOptions {
  /** IANA name of the time zone of the times in the message. */
  timeZone: string;
  /** Applications and contact messages can be decided about by clicking. */
  hasButtons?: boolean;
  /** An invitation sends a letter. */
  sendsLetters?: boolean;
  /** Origin of the console; null: people reach it on the server's machine only, and nothing links to it. */
  consoleUrl?: string | null;
}

/** Most characters of a name or an address in a dialog, after escaping. */
const maxInDialog = 100;

/**
 * Who decided what and when: `Invited by ada, 21 Nov 2026, 14:04 · told on 21 Nov 2026, 14:05 · coming, 22 Nov 2026,
 * 09:10`.
 *
 * @param maxSentenceLength of what was written with the answer, after escaping; 0: it is left out
 */
export function describeStanding(review: Review, timeZone: string, maxSentenceLength = 0): string {
  const { decided, state } = review;
  if (decided === null) return 'Nothing was decided.';
  const who = fitValue(decided.actor.name, maxInDialog);
  return [
    `${startSentence(states[state].done)} by ${who}, ${formatTime(decided.decidedAtMs, timeZone)}`,
    describeLetter(review, timeZone),
    describeAnswered(review, timeZone, maxSentenceLength),
    review.appliedAgain ? ` · ${appliedAgainWords}` : '',
  ].join('');
}

function describeAnswered({ answer }: Review, timeZone: string, maxSentenceLength: number): string {
  if (answer === null) return '';
  const words = ` · ${describeAnswer(answer, (atMs) => formatTime(atMs, timeZone))}`;
  const { sentence } = answer;
  return sentence === null || maxSentenceLength === 0
    ? words
    : `${words}: “${fitValue(sentence, maxSentenceLength)}”`;
}

function describeLetter({ told, letter, state }: Review, timeZone: string): string {
  if (state === 'invited' && letter === null) return ' · no letter: letters are not set up';
  if (told?.status === 'came-back') return ` · ${describeTold({ ...told, reason: '' }, String)}`;
  if (told === null || (state === 'declined' && told.status === 'not-told'))
    return letter?.state === 'delivered' ? ' · a letter was sent before' : '';
  const words = describeTold(told, (atMs) => formatTime(atMs, timeZone));
  return ` · ${told.status === 'parked' ? words.toUpperCase() : words}`;
}

/** A message stays for years. */
export const formatTime = (atMs: number, timeZone: string): string => formatShown(atMs, timeZone, null);

/**
 * How the applicant stands, for the message of this application. Only those that came after the last decision say that
 * somebody applied again: an application changes no message of an earlier one.
 */
export function standingOn({ review, sequence }: StoredSubmission): Review {
  const isUnseen = review.last !== null && sequence > review.last.newest;
  return { ...review, appliedAgain: review.appliedAgain && isUnseen };
}

/** The decisions that a click can make from here, and the way back. */
export function buttonBlocks(submission: StoredSubmission, options: ComposeOptions): KnownBlock[] {
  const { kind, review } = submission;
  if (!options.hasButtons) return [];
  const { last } = review;
  // The message of a newer application takes no decision about an earlier one back.
  const standing = standsIn(standingOn(submission));
  const offered = decisionsOf(kind)
    .filter(({ to }) => (states[to].offeredIn as readonly ReviewState[]).includes(standing))
    .map(({ to, verb }) =>
      button(submission, { to, isUndo: false, text: verb }, confirmDecision(submission, to, options)),
    );
  if (last === null || standing !== review.state) return [{ type: 'actions', elements: offered }];
  const { from: to } = last;
  const undo = button(submission, { to, isUndo: true, text: 'Undo' }, confirmUndo(submission, to, options));
  return [{ type: 'actions', elements: [...offered, undo] }];
}

const styles = {
  new: undefined,
  shortlisted: undefined,
  invited: 'primary',
  joined: undefined,
  declined: 'danger',
  answered: undefined,
} as const satisfies Record<ReviewState, Button['style']>;

function button(
  { id, review }: StoredSubmission,
  shown: { to: ReviewState; isUndo: boolean; text: string },
  confirm: ConfirmationDialog | null,
): Button {
  const { to, isUndo, text } = shown;
  const style = isUndo ? undefined : styles[to];
  return {
    type: 'button',
    text: plainText(text),
    action_id: actionIdOf({ to, isUndo }),
    value: writeButtonValue({ id, seenVersion: review.version, to, isUndo }),
    ...(style && { style }),
    ...(confirm && { confirm }),
  };
}

/** Slack's own dialog, which says what will be sent to whom. */
function confirmDecision(
  submission: StoredSubmission,
  to: ReviewState,
  { sendsLetters }: ComposeOptions,
): ConfirmationDialog | null {
  const name = fitValue(fieldValue(submission, 'name'), maxInDialog / 2);
  const email = fitValue(fieldValue(submission, 'email'), maxInDialog);
  switch (to) {
    case 'declined':
      return dialog(`Decline ${name}?`, `Nothing is sent to ${email}.`, 'Decline', 'danger');
    case 'invited': {
      const text = sendsLetters
        ? `A letter is sent to ${email}. Undo within ten seconds stops it.`
        : `No letter is sent to ${email}: letters are not set up. Write to them yourselves.`;
      return dialog(`Invite ${name}?`, text, 'Invite', 'primary');
    }
    case 'new':
    case 'shortlisted':
    case 'joined':
    case 'answered':
      return null;
  }
}

function confirmUndo(
  submission: StoredSubmission,
  to: ReviewState,
  options: ComposeOptions,
): ConfirmationDialog | null {
  const { state, letter } = submission.review;
  // No second letter goes; and who stays invited has one stopped, such as a reminder.
  if (to === 'invited')
    return state === to || letter?.letter === 'reminder' || letter?.state === 'delivered'
      ? null
      : confirmDecision(submission, to, options);
  if (state !== 'invited') return null;
  const text =
    letter === null
      ? 'No letter was sent.'
      : 'A letter that is not on its way yet is stopped. One that was sent cannot be.';
  return dialog('Take the invitation back?', text, 'Take back', 'danger');
}

const dialog = (
  title: string,
  text: string,
  confirm: string,
  style: 'primary' | 'danger',
): ConfirmationDialog => ({
  title: plainText(title),
  text: plainText(text),
  confirm: plainText(confirm),
  deny: plainText('Cancel'),
  style,
});
