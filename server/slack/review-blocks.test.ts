import { describe, expect, test } from 'vitest';
import type { Review } from '#contract/answers.ts';
import type { JobState } from '#contract/channels.ts';
import { decisionsOf, type ReviewState, reviewStates, reviewStatesOf, states } from '#contract/review.ts';
import { submissionKinds } from '#contract/submission.ts';
import { unreviewed } from '#server/store/review.ts';
import { reviewedAs } from '#test/sample-decisions.ts';
import { storedSubmission } from '#test/sample-submissions.ts';
import { composeClick, findButtons, type ShownButton, writeClickBody } from '#test/slack-click.ts';
import { findPayloadProblems, renderPayload } from '#test/slack-payload-rules.ts';
import { readButtonValue } from './button-value.ts';
import { composeMessage } from './compose-message.ts';
import { readClick } from './read-click.ts';

const options = { timeZone: 'Australia/Sydney', hasButtons: true, sendsLetters: true };
const compose = (state: ReviewState | null, changes: Parameters<typeof reviewedAs>[1] = {}, more = {}) =>
  composeMessage([storedSubmission(state === null ? {} : { review: reviewedAs(state, changes) })], {
    ...options,
    ...more,
  });
const texts = (payload: ReturnType<typeof compose>) => findButtons(payload).map(({ text }) => text);

function clickOn(button: ShownButton) {
  const responseUrl = 'https://hooks.slack.com/actions/T1/2/abc';
  const user = { id: 'U0ADA', name: 'ada' };
  const click = composeClick({ message: {}, messageTs: '1.2', button, user, responseUrl });
  return readClick(Buffer.from(writeClickBody(click)), null);
}

describe('the buttons of an application', () => {
  test.each<[ReviewState | null, string[]]>([
    [null, ['Shortlist', 'Invite', 'Decline']],
    ['shortlisted', ['Invite', 'Decline', 'Undo']],
    ['invited', ['Joined', 'Undo']],
    ['joined', ['Undo']],
    ['declined', ['Undo']],
    ['new', ['Shortlist', 'Invite', 'Decline', 'Undo']],
  ])('who is %s can be: %s', (state, expected) => {
    const payload = compose(state, state === 'new' ? { from: 'declined' } : {});
    expect(texts(payload)).toEqual(expected);
    expect(findPayloadProblems(payload)).toEqual([]);
  });

  test('are the three on the message of who was declined and applied again, and there alone', () => {
    const review = reviewedAs('declined', { appliedAgain: true });
    const buttonsOf = (sequence: number, stands = review) =>
      texts(composeMessage([storedSubmission({ sequence, review: stands })], options));
    expect(buttonsOf(2)).toEqual(['Shortlist', 'Invite', 'Decline']);
    expect(buttonsOf(1)).toEqual(['Undo']);
    expect(buttonsOf(2, reviewedAs('invited', { appliedAgain: true }))).toEqual(['Joined', 'Undo']);
    const payload = composeMessage([storedSubmission({ sequence: 2, review })], options);
    expect(renderPayload(payload)).toContain('Declined by ada, 21 Nov 2026, 14:14 · applied again');
    expect(findPayloadProblems(payload)).toEqual([]);
    // An application brings no change of the message of an earlier one.
    const earlier = storedSubmission({ sequence: 1, review });
    expect(renderPayload(composeMessage([earlier], options))).not.toContain('applied again');
  });

  test('name what they decide, about whom, and the version that they show', () => {
    const submission = storedSubmission({ review: reviewedAs('shortlisted') });
    const values = findButtons(composeMessage([submission], options)).map(({ value }) =>
      readButtonValue(value),
    );
    expect(values).toEqual([
      { id: submission.id, seenVersion: 1, to: 'invited', isUndo: false },
      { id: submission.id, seenVersion: 1, to: 'declined', isUndo: false },
      { id: submission.id, seenVersion: 1, to: 'new', isUndo: true },
    ]);
  });

  test.each(reviewStates)('are read as the decisions that they offer, of who is %s', (state) => {
    const kinds = submissionKinds.filter((kind) => reviewStatesOf(kind).includes(state));
    for (const kind of kinds) {
      const submission = storedSubmission({ kind, review: reviewedAs(state) });
      const buttons = findButtons(composeMessage([submission], options));
      const offered = decisionsOf(kind).filter(({ to }) =>
        states[to].offeredIn.some((from) => from === state),
      );
      const expected = [...offered.map(({ to }) => ({ to, isUndo: false })), { to: 'new', isUndo: true }];
      expect(buttons.map((button) => clickOn(button))).toMatchObject(expected);
    }
  });

  test('ask first, and say what is sent to whom', () => {
    const dialogs = findButtons(compose(null)).map(({ dialog }) => dialog);
    expect(dialogs).toEqual([
      null,
      {
        title: 'Invite Ada?',
        text: 'A letter is sent to ada@example.com. Undo within ten seconds stops it.',
      },
      { title: 'Decline Ada?', text: 'Nothing is sent to ada@example.com.' },
    ]);
    const withoutMail = findButtons(compose(null, {}, { sendsLetters: false }));
    expect(withoutMail[1]?.dialog?.text).toBe(
      'No letter is sent to ada@example.com: letters are not set up. Write to them yourselves.',
    );
    const [, undo] = findButtons(compose('invited', { letter: 'waiting' }));
    expect(undo?.dialog?.title).toBe('Take the invitation back?');
    const [again] = findButtons(compose('declined', { from: 'invited' }));
    expect(again?.dialog?.text).toContain('A letter is sent to ada@example.com.');
    const [told] = findButtons(compose('declined', { from: 'invited', letter: 'delivered' }));
    expect(told).toMatchObject({ text: 'Undo', dialog: null });
    // An undone reminder sends nothing.
    const [, reminded] = findButtons(compose('invited', { from: 'invited', letter: 'waiting' }));
    expect(reminded).toMatchObject({ text: 'Undo', dialog: null });
  });

  test('of a contact message mark it as answered, and take that back', () => {
    const message = (review = unreviewed) => storedSubmission({ kind: 'contact', review });
    const buttonsOf = (review?: Review) => findButtons(composeMessage([message(review)], options));
    expect(buttonsOf().map(({ text, dialog }) => [text, dialog])).toEqual([['Mark answered', null]]);
    expect(readButtonValue(buttonsOf()[0]?.value ?? '')).toMatchObject({ to: 'answered', isUndo: false });
    const answered = reviewedAs('answered');
    expect(buttonsOf(answered).map(({ text, dialog }) => [text, dialog])).toEqual([['Undo', null]]);
    const payload = composeMessage([message(answered)], options);
    expect(findPayloadProblems(payload)).toEqual([]);
    expect(renderPayload(payload)).toContain('by ada, 21 Nov 2026, 14:14');
  });

  test('are not there without a signing secret, and in a digest', () => {
    expect(texts(compose(null, {}, { hasButtons: false }))).toEqual([]);
    const two = [storedSubmission(), storedSubmission()];
    expect(texts(composeMessage(two, options))).toEqual([]);
  });
});

describe('what a message says about a decision', () => {
  test.each<[ReviewState, JobState | null, string]>([
    ['shortlisted', null, 'Shortlisted by ada, 21 Nov 2026, 14:14'],
    ['joined', null, 'Marked as joined by ada, 21 Nov 2026, 14:14'],
    ['declined', null, 'Declined by ada, 21 Nov 2026, 14:14'],
    ['invited', null, 'Invited by ada, 21 Nov 2026, 14:14 · no letter: letters are not set up'],
    ['invited', 'waiting', 'Invited by ada, 21 Nov 2026, 14:14 · the letter is on its way'],
    ['invited', 'delivered', 'Invited by ada, 21 Nov 2026, 14:14 · told on 21 Nov 2026, 14:14'],
    ['invited', 'parked', 'Invited by ada, 21 Nov 2026, 14:14 · NOT TOLD: THE LETTER IS PARKED'],
    ['declined', 'delivered', 'Declined by ada, 21 Nov 2026, 14:14 · a letter was sent before'],
    ['new', 'cancelled', 'Reopened by ada, 21 Nov 2026, 14:14'],
  ])('%s, letter %s', (state, letter, expected) => {
    const lines = renderPayload(compose(state, { letter })).split('\n');
    expect(lines).toContain(expected);
  });

  test('a letter that came back is said, without the words of the bounce', () => {
    const review = reviewedAs('declined');
    const told = { status: 'came-back', reason: '<!channel> full' } as const;
    const payload = composeMessage([storedSubmission({ review: { ...review, told } })], options);
    expect(renderPayload(payload)).toContain('14:14 · not told: the letter came back\n');
  });

  test('mentions nobody, whatever a member of the workspace is called', () => {
    const payload = compose('declined', { name: '<!channel>\n@here *x*' });
    expect(findPayloadProblems(payload)).toEqual([]);
    expect(renderPayload(payload)).toContain('Declined by <!channel> @here *x*, 21 Nov');
  });
});
