import { expect, test } from 'vitest';
import { reviewedAs } from '#test/sample-decisions.ts';
import { storedSubmission } from '#test/sample-submissions.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';
import {
  createAppSender,
  createChangeSender,
  createClickSender,
  createWebhookSender,
} from './slack-senders.ts';

const { signal } = new AbortController();
const common = { sequence: 1, queuedAtMs: 0, channel: 'clicks', id: 'click', unanswered: 0 } as const;

test('what a click leads to is posted no more often than Slack takes it: a change three times, a reply twice', async () => {
  const { send } = createClickSender({ compose: { timeZone: 'UTC' }, minIntervalMs: 0 });
  // Nothing listens there.
  const responseUrl = 'http://127.0.0.1:1/actions/T1/2/abc';
  const resultOf = async (kind: 'message update' | 'reply', earlierAttempts: number) => {
    const job =
      kind === 'reply'
        ? ({ ...common, kind, responseUrl, text: 'Too late.', earlierAttempts } as const)
        : ({
            ...common,
            kind,
            to: { responseUrl },
            submissions: [],
            ofAnswers: false,
            earlierAttempts,
          } as const);
    return (await send([job], signal)).kind;
  };
  expect(await resultOf('message update', 1)).toBe('retry');
  expect(await resultOf('message update', 2)).toBe('refused');
  expect(await resultOf('reply', 0)).toBe('retry');
  expect(await resultOf('reply', 1)).toBe('refused');
});

test('the notice about the quarantine says what is quarantined as abuse and what by a rush, and how to release that', async () => {
  await using slack = await startSlackStandIn();
  const { send } = createWebhookSender({
    webhookUrl: slack.waitlistUrl,
    channels: ['waitlist', 'notices'],
    compose: { timeZone: 'UTC' },
    minIntervalMs: 0,
  });
  const textOf = async (count: number, overload: number) => {
    const job = {
      ...common,
      channel: 'notices',
      kind: 'notice',
      earlierAttempts: 0,
      count,
      overload,
    } as const;
    expect(await send([job], signal)).toEqual({ kind: 'delivered' });
    return JSON.stringify(slack.messages.at(-1)?.payload);
  };
  const ofAbuse = await textOf(1, 0);
  expect(ofAbuse).toContain('1 submission is quarantined as possible abuse');
  expect(ofAbuse).not.toContain('release');
  const ofBoth = await textOf(48_002, 48_000);
  expect(ofBoth).toContain('2 submissions are quarantined as possible abuse');
  expect(ofBoth).toContain('48,000 submissions are quarantined because more arrived at once');
  expect(ofBoth).toContain('npm run waitlist -- release --all --reason overload');
});

test('a message of an answer goes on to show the answer when it changes, and never becomes one of an application', async () => {
  await using slack = await startSlackStandIn();
  const { SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: token, SLACK_CHANNEL: slackChannel } = slack.app.settings;
  const options = { apiUrl, token, compose: { timeZone: 'UTC' }, minIntervalMs: 0 };
  const answered = (answer: 'coming' | 'not-now') => {
    const review = reviewedAs('invited', { letter: 'delivered' });
    const given = { decisionId: 'd1', answer, sentence: null, answeredAtMs: 0 };
    return storedSubmission({ fields: { name: 'Ada' }, review: { ...review, answer: given } });
  };
  const job = { ...common, earlierAttempts: 0 };
  const app = createAppSender({ ...options, slackChannel, channels: ['notices'] });
  const posted = await app.send(
    [{ ...job, channel: 'notices', kind: 'answer', submission: answered('coming') }],
    signal,
  );
  if (posted.kind !== 'delivered' || posted.place === undefined) throw new Error('It was not posted.');
  const submissions = [answered('not-now')];
  const update = { ...job, channel: 'changes', kind: 'message update', to: { place: posted.place } } as const;
  await createChangeSender(options).send([{ ...update, submissions, ofAnswers: true }], signal);
  const texts = slack.app.calls.map(({ args }) => JSON.stringify(args));
  expect(texts[0]).toContain('Coming: Ada');
  expect(texts[1]).toContain('Not now: Ada');
  expect(texts[1]).not.toContain('waitlist');
});
