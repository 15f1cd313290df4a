import { expect, test } from 'vitest';
import { startSlackStandIn } from '#test/slack-stand-in.ts';
import { createClickSender, createWebhookSender } from './slack-senders.ts';

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
        : ({ ...common, kind, to: { responseUrl }, submissions: [], earlierAttempts } as const);
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
