import type { Button } from '@slack/types';
import type { Browser } from 'playwright-core';
import { escapeHtml, messageStyles, renderMessage } from '#lab/try/render-message.ts';
import { composeMessage } from '#server/slack/compose-message.ts';
import type { SlackPayload } from '#server/slack/message-blocks.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { reviewedAs } from '#test/sample-decisions.ts';
import { storedSubmission } from '#test/sample-submissions.ts';
import { takeHtml } from './take.ts';

const options = { timeZone: 'Australia/Sydney', hasButtons: true, sendsLetters: true };
const application = (review?: StoredSubmission['review']) =>
  storedSubmission(review === undefined ? {} : { review });
const compose = (submission: StoredSubmission, more = {}) =>
  composeMessage([submission], { ...options, ...more });

/** Every state in which the channel shows an application, and the other messages. */
const messages: Readonly<Record<string, SlackPayload>> = {
  new: compose(application()),
  'new-letters-not-set-up': compose(application(), { sendsLetters: false }),
  'new-without-signing-secret': compose(application(), { hasButtons: false }),
  'new-applied-before': compose(storedSubmission({ earlierFromSameEmail: 2 })),
  shortlisted: compose(application(reviewedAs('shortlisted'))),
  'invited-letter-queued': compose(application(reviewedAs('invited', { letter: 'waiting' }))),
  'invited-letter-sent': compose(application(reviewedAs('invited', { letter: 'delivered' }))),
  'invited-letter-parked': compose(application(reviewedAs('invited', { letter: 'parked' }))),
  'invited-without-letter': compose(application(reviewedAs('invited')), { sendsLetters: false }),
  declined: compose(application(reviewedAs('declined'))),
  reopened: compose(application(reviewedAs('new', { from: 'declined' }))),
  'reopened-letter-stopped': compose(
    application(reviewedAs('new', { from: 'invited', letter: 'cancelled' })),
  ),
  venue: compose(storedSubmission({ kind: 'venue' })),
  contact: compose(storedSubmission({ kind: 'contact' })),
  digest: composeMessage([application(), storedSubmission({ kind: 'venue' })], options),
  'digest-with-console': composeMessage([application(), storedSubmission({ kind: 'venue' })], {
    ...options,
    consoleUrl: 'https://console.example.com',
  }),
};

/** A button, and under the message what its dialog asks. */
function renderShown(payload: SlackPayload): string {
  const dialogs: string[] = [];
  const renderButton = ({ text, style, confirm }: Button): string => {
    if (confirm?.title !== undefined)
      dialogs.push(`<b>${escapeHtml(confirm.title.text)}</b> ${escapeHtml(confirm.text.text)}`);
    return `<button class="${style ?? ''}">${escapeHtml(text.text)}</button>`;
  };
  const message = renderMessage(payload, renderButton);
  const asked = dialogs.map((dialog) => `<p class="context">Dialog: ${dialog}</p>`).join('');
  return `<!doctype html><meta charset="utf-8"><style>body{margin:0}${messageStyles}</style>${message}<div class="message">${asked}</div>`;
}

/** Each message as Slack lays it out. */
export async function takeMessagePictures(browser: Browser): Promise<void> {
  for (const [name, payload] of Object.entries(messages))
    await takeHtml(browser, renderShown(payload), `messages/${name}.png`, {
      viewport: { width: 640, height: 200 },
    });
}
