import type { Button, ConfirmationDialog, KnownBlock } from '@slack/types';
import type { Review } from '#contract/answers.ts';
import { fieldValue } from '#contract/fields.ts';
import type { ReviewState } from '#contract/review.ts';
import { describeTold } from '#contract/told.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { actionIdOf, writeButtonValue } from './button-value.ts';
import { fitValue } from './message-text.ts';

/** What messages offer beyond the application, by the settings. */
export interface ComposeOptions {
  /** IANA name of the time zone of the times in the message. */
  timeZone: string;
  /** An application can be decided about by clicking. */
  hasButtons?: boolean;
  /** An invitation sends a letter. */
  sendsLetters?: boolean;
  /** Origin of the console; null: people reach it on the server's machine only, and nothing links to it. */
  consoleUrl?: string | null;
}

/** Most characters of a name or an address in a dialog, after escaping. */
const longestInDialog = 100;

/** Who decided what and when: `Invited by ada, Sat 21 Nov at 14:04 · told on Sat 21 Nov at 14:05`. */
export function describeStanding(review: Review, timeZone: string): string {
  const { last, state } = review;
  if (last === null) return 'Nothing was decided.';
  const who = fitValue(last.actor.name, longestInDialog);
  return `${doneWords[state]} by ${who}, ${formatTime(last.decidedAtMs, timeZone)}${describeLetter(review, timeZone)}`;
}

const doneWords: Readonly<Record<ReviewState, string>> = {
  new: 'New again: reopened',
  shortlisted: 'Shortlisted',
  invited: 'Invited',
  declined: 'Declined',
  answered: 'Answered',
};

function describeLetter({ told, letter, state }: Review, timeZone: string): string {
  if (state === 'invited' && letter === null) return ' · no letter: letters are not set up';
  if (told === null || (state === 'declined' && told.telling === 'not-told'))
    return letter?.state === 'delivered' ? ' · a letter was sent before' : '';
  const words = describeTold(told, (atMs) => formatTime(atMs, timeZone));
  return ` · ${told.telling === 'parked' ? words.toUpperCase() : words}`;
}

const formatTime = (atMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-AU', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(atMs);

/** The decisions that a click can make from here, and the way back. */
export function buttonBlocks(submission: StoredSubmission, options: ComposeOptions): KnownBlock[] {
  const { kind, review } = submission;
  if (!options.hasButtons || kind === 'contact') return [];
  const offered = nextStates[review.state].map((to) => decisionButton(submission, to, options));
  const undo = review.last === null ? [] : [undoButton(submission, review.last.from, options)];
  return [{ type: 'actions', elements: [...offered, ...undo] }];
}

const nextStates: Readonly<Record<ReviewState, readonly ('shortlisted' | 'invited' | 'declined')[]>> = {
  new: ['shortlisted', 'invited', 'declined'],
  shortlisted: ['invited', 'declined'],
  invited: [],
  declined: [],
  answered: [],
};

const buttonWords = { shortlisted: 'Shortlist', invited: 'Invite', declined: 'Decline' } as const;

function decisionButton(
  submission: StoredSubmission,
  to: keyof typeof buttonWords,
  options: ComposeOptions,
): Button {
  const confirm = dialogOf(submission, to, options);
  return {
    ...button(submission, to, { text: buttonWords[to], isUndo: false }),
    ...(to === 'invited' ? { style: 'primary' } : to === 'declined' ? { style: 'danger' } : {}),
    ...(confirm === null ? {} : { confirm }),
  };
}

function undoButton(submission: StoredSubmission, to: ReviewState, options: ComposeOptions): Button {
  const confirm =
    to === 'invited'
      ? dialogOf(submission, 'invited', options)
      : submission.review.state === 'invited'
        ? dialog('Take the invitation back?', describeTakingBack(submission.review), 'Take back', 'danger')
        : null;
  return {
    ...button(submission, to, { text: 'Undo', isUndo: true }),
    ...(confirm === null ? {} : { confirm }),
  };
}

const button = (
  { id, review }: StoredSubmission,
  to: ReviewState,
  { text, isUndo }: { text: string; isUndo: boolean },
): Button => ({
  type: 'button',
  text: { type: 'plain_text', text, emoji: false },
  action_id: actionIdOf({ to, isUndo }),
  value: writeButtonValue({ id, seenVersion: review.version, to, isUndo }),
});

/** Slack's own dialog, which says what will be sent to whom. */
function dialogOf(
  submission: StoredSubmission,
  to: keyof typeof buttonWords,
  { sendsLetters }: ComposeOptions,
): ConfirmationDialog | null {
  const name = fitValue(fieldValue(submission, 'name'), longestInDialog / 2);
  const email = fitValue(fieldValue(submission, 'email'), longestInDialog);
  if (to === 'shortlisted') return null;
  if (to === 'declined') {
    return dialog(`Decline ${name}?`, `Nothing is sent to ${email}.`, 'Decline', 'danger');
  }
  const text = sendsLetters
    ? `A letter is sent to ${email}. Undo within ten seconds stops it.`
    : `No letter is sent to ${email}: letters are not set up. Write to them yourselves.`;
  return dialog(`Invite ${name}?`, text, 'Invite', 'primary');
}

const describeTakingBack = ({ letter }: Review): string =>
  letter === null
    ? 'No letter was sent.'
    : 'A letter that is not on its way yet is stopped. One that was sent cannot be.';

const dialog = (
  title: string,
  text: string,
  confirm: string,
  style: 'primary' | 'danger',
): ConfirmationDialog => ({
  title: { type: 'plain_text', text: title, emoji: false },
  text: { type: 'plain_text', text, emoji: false },
  confirm: { type: 'plain_text', text: confirm, emoji: false },
  deny: { type: 'plain_text', text: 'Cancel', emoji: false },
  style,
});
