import { afterEach, beforeEach, expect, test } from 'vitest';
import { storedSubmission, submissionJob } from '#test/sample-submissions.ts';
import { type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import { createClickSender, createWebhookSender } from './slack-senders.ts';

const { signal } = new AbortController();
const common = { sequence: 1, channel: 'clicks', id: 'click', unanswered: 0 } as const;

let slack: SlackStandIn;
beforeEach(async () => {
  slack = await startSlackStandIn();
});
afterEach(() => slack.close());

test('a submission, and the notice about the quarantine, are composed and posted to the webhook', async () => {
  const { send } = createWebhookSender({
    compose: { timeZone: 'UTC' },
    webhookUrl: slack.contactUrl,
    channels: ['notices', 'contact'],
    minIntervalMs: 0,
  });
  const submission = storedSubmission({ kind: 'contact' });
  expect(await send([submissionJob(submission)], signal)).toEqual({ kind: 'delivered' });
  const notice = { ...common, channel: 'notices', kind: 'notice', count: 3, earlierAttempts: 0 } as const;
  expect(await send([notice], signal)).toEqual({ kind: 'delivered' });
  expect(slack.messages.every(({ webhook }) => webhook.includes('CONTACT'))).toBe(true);
  expect(slack.messages.map(({ text }) => text)).toEqual([
    expect.stringContaining('Email: ada@example.com'),
    expect.stringContaining('3 submissions are held back'),
  ]);
});

test('what a click leads to is posted no more often than Slack takes it: a change three times, a reply twice', async () => {
  const { send } = createClickSender({ compose: { timeZone: 'UTC' }, minIntervalMs: 0 });
  // Nothing listens there.
  const responseUrl = 'http://127.0.0.1:1/actions/T1/2/abc';
  const resultOf = async (kind: 'message update' | 'reply', earlierAttempts: number) => {
    const job =
      kind === 'reply'
        ? ({ ...common, kind, responseUrl, text: 'Too late.', earlierAttempts } as const)
        : ({ ...common, kind, to: { responseUrl }, submissions: [], earlierAttempts } as const);
    return (await send([job], signal)).kind;
  };
  expect(await resultOf('message update', 1)).toBe('retry');
  expect(await resultOf('message update', 2)).toBe('refused');
  expect(await resultOf('reply', 0)).toBe('retry');
  expect(await resultOf('reply', 1)).toBe('refused');
});
