import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storedSubmission } from '#test/sample-submissions.ts';
import { type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import { composeMessage } from './compose-message.ts';
import {
  classifyAnswer,
  createSlackSender,
  longestSlackSendMs,
  maxRetryAfterMs,
  parseRetryAfter,
} from './send-message.ts';
import { hashWebhook } from './slack-senders.ts';

const submission = storedSubmission({ kind: 'contact' });
const payload = composeMessage([submission], { timeZone: 'UTC' });
const neverAborted = new AbortController().signal;

let slack: SlackStandIn;
beforeEach(async () => {
  slack = await startSlackStandIn();
});
afterEach(() => slack.close());

const send = (timeoutMs = 5_000, signal = neverAborted) =>
  createSlackSender({ webhookUrl: slack.waitlistUrl, timeoutMs })(payload, signal);

describe('a send', () => {
  test('is delivered when Slack says ok', async () => {
    expect(await send()).toEqual({ kind: 'delivered' });
    expect(slack.messages).toMatchObject([{ ids: [submission.id], payload }]);
    expect(slack.violations).toEqual([]);
  });

  test.each([
    [
      { kind: 'rateLimited', retryAfterSeconds: 7 },
      { afterMs: 7_000, code: 'slack_rate_limited', detail: '429 rate_limited', isUnsent: true },
    ],
    [{ kind: 'rateLimited' }, { code: 'slack_rate_limited', detail: '429 rate_limited', isUnsent: true }],
    [{ kind: 'serverError' }, { code: 'slack_in_trouble', detail: '500 rollup_error' }],
    [
      { kind: 'serverError', status: 503 },
      { code: 'slack_in_trouble', detail: '503 rollup_error' },
    ],
    [{ kind: 'notOk' }, { code: 'slack_other_answer', detail: '200 nope' }],
    [
      { kind: 'notOk', body: 'x'.repeat(100_000) },
      { code: 'slack_other_answer', detail: '200' },
    ],
    [
      { kind: 'notOk', body: 'Ada <ada@example.com>' },
      { code: 'slack_other_answer', detail: '200' },
    ],
    [
      { kind: 'redirect', location: 'http://127.0.0.1:9/' },
      { code: 'slack_other_answer', detail: '302' },
    ],
  ] as const)('is tried again after %j', async (fault, outcome) => {
    slack.queueFaults(fault);
    expect(await send()).toEqual({ kind: 'retry', channelTrouble: true, ...outcome });
    expect(slack.messages).toEqual([]);
  });

  test.each([
    { status: 403, body: '<html>Forbidden</html>' },
    { status: 404, body: '<html>Not Found</html>' },
    { status: 400, body: '<html>Bad Request</html>' },
    { status: 410, body: '' },
  ])('is tried again after %j, which Slack did not say', async (answer) => {
    slack.queueFaults({ kind: 'inBetween', ...answer });
    expect(await send()).toMatchObject({ kind: 'retry', channelTrouble: true, code: 'slack_other_answer' });
  });

  test.each([{ kind: 'hang' }, { kind: 'slowDrip' }] as const)('is given up in time: %j', async (fault) => {
    slack.queueFaults(fault);
    expect(await send(300)).toEqual({
      kind: 'unanswered',
      code: 'slack_unanswered',
      detail: null,
    });
  });

  test('is cut off by its signal', async () => {
    slack.queueFaults({ kind: 'hang' });
    const stop = new AbortController();
    const outcome = send(5_000, stop.signal);
    await slack.waitForPosts(1);
    stop.abort();
    expect(await outcome).toMatchObject({ kind: 'retry', code: 'send_cut_off' });
  });

  test.each([
    [{ kind: 'revoked' }, { scope: 'channel', code: 'slack_no_service', detail: '404 no_service' }],
    [
      { kind: 'archived' },
      { scope: 'channel', code: 'slack_channel_is_archived', detail: '410 channel_is_archived' },
    ],
    [
      { kind: 'invalidPayload' },
      { scope: 'message', code: 'slack_invalid_payload', detail: '400 invalid_payload' },
    ],
  ] as const)('is refused for good by %j', async (fault, outcome) => {
    slack.queueFaults(fault);
    expect(await send()).toEqual({ kind: 'refused', ...outcome });
  });

  test.each([{ kind: 'cutAfterRecording' }, { kind: 'reset' }] as const)(
    'may have been posted when the connection is cut: %j',
    async (fault) => {
      slack.queueFaults(fault);
      expect(await send()).toMatchObject({ kind: 'unanswered', code: 'slack_unanswered' });
    },
  );

  test('an answer after 12 seconds is waited for', () => {
    expect(longestSlackSendMs).toBeGreaterThan(2 * 12_000);
  });

  test.each([
    [600_000, 600],
    [-600_000, -600],
    [30_000, null],
  ])('a clock that is off by %i ms is noticed by the date of Slack’s answer', async (offMs, noticedS) => {
    let aheadMs: number | null = null;
    const onClockOff = (ms: number) => {
      aheadMs = ms;
    };
    const now = () => Date.now() + offMs;
    await createSlackSender({ webhookUrl: slack.waitlistUrl, now, onClockOff })(payload, neverAborted);
    if (noticedS === null) expect(aheadMs).toBe(null);
    else expect(Math.abs((aheadMs ?? 0) / 1_000 - noticedS)).toBeLessThan(5);
  });

  test('never tells the webhook', async () => {
    const webhookUrl = 'http://127.0.0.1:1/services/T0/B0/the-secret';
    const outcome = await createSlackSender({ webhookUrl })(payload, neverAborted);
    expect(outcome).toMatchObject({ kind: 'retry', channelTrouble: true });
    expect(JSON.stringify(outcome)).not.toMatch(/secret|127\.0\.0\.1/);
  });
});

test.each([
  [400, 'invalid_token', 'channel'],
  [400, 'user_not_found', 'channel'],
  [400, 'no_text', 'message'],
  [403, 'action_prohibited', 'channel'],
  [403, 'posting_to_general_channel_denied', 'channel'],
  [404, 'channel_not_found', 'channel'],
  [404, 'no_active_hooks', 'channel'],
])('status %i %s is a refusal of the %s', (status, answer, scope) => {
  expect(classifyAnswer(status, null, answer, 0)).toMatchObject({
    kind: 'refused',
    scope,
    code: `slack_${answer}`,
  });
});

test.each([
  ['30', 30_000],
  ['0', 0],
  ['Thu, 01 Jan 2026 00:00:05 GMT', 5_000],
  // As of a server, or a proxy, that has gone mad: no delivery waits for a day.
  ['86400', maxRetryAfterMs],
  ['99999999999999999999', maxRetryAfterMs],
  ['Thu, 01 Jan 2099 00:00:00 GMT', maxRetryAfterMs],
  // Not a time to wait: the usual backoff.
  ['Wed, 01 Jan 2025 00:00:00 GMT', null],
  ['Thu, 99 Jan 2026 00:00:05 GMT', null],
  ['-1', null],
  ['1,2', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
  [null, null],
])('Retry-After %j means %j ms', (value, waitMs) => {
  expect(parseRetryAfter(value, Date.UTC(2026, 0, 1))).toBe(waitMs);
});

test('a webhook’s hash identifies it and keeps it secret', () => {
  expect(hashWebhook('https://a.example/1')).toMatch(/^[0-9a-f]{64}$/);
  expect(hashWebhook('https://a.example/1')).not.toBe(hashWebhook('https://a.example/2'));
});
