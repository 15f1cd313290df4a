import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storedSubmission } from '#test/sample-submissions.ts';
import { type SlackFault, type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import { composeMessage } from './compose-message.ts';
import { maxSlackSendMs } from './post-json.ts';
import { createSlackSender } from './send-message.ts';

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
    ['all', 404, 'no_service'],
    ['all', 404, 'channel_not_found'],
    ['all', 404, 'no_active_hooks'],
    ['all', 410, 'channel_is_archived'],
    ['all', 400, 'invalid_token'],
    ['all', 400, 'user_not_found'],
    ['all', 403, 'action_prohibited'],
    ['all', 403, 'posting_to_general_channel_denied'],
    ['message', 400, 'invalid_payload'],
    ['message', 400, 'no_text'],
  ])('refuses %s for good when the answer is %i %s', async (refuses, status, body) => {
    slack.queueFaults({ kind: 'answer', status, body });
    expect(await send()).toEqual({
      kind: 'refused',
      refuses,
      code: `slack_${body}`,
      detail: `${status} ${body}`,
    });
  });

  test.each([
    [500, 'rollup_error', 'slack_in_trouble', '500 rollup_error'],
    [503, 'rollup_error', 'slack_in_trouble', '503 rollup_error'],
    [200, 'nope', 'slack_other_answer', '200 nope'],
    // What Slack did not say.
    [200, 'x'.repeat(300_000), 'slack_other_answer', '200'],
    [200, 'Ada <ada@example.com>', 'slack_other_answer', '200'],
    [403, '<html>Forbidden</html>', 'slack_other_answer', '403'],
    [404, '<html>Not Found</html>', 'slack_other_answer', '404'],
    [400, '<html>Bad Request</html>', 'slack_other_answer', '400'],
    [410, '', 'slack_other_answer', '410'],
  ])('is tried again when the answer is %i %s', async (status, body, code, detail) => {
    slack.queueFaults({ kind: 'answer', status, body });
    expect(await send()).toEqual({ kind: 'retry', receiverTrouble: true, code, detail });
    expect(slack.messages).toEqual([]);
  });

  const limited = { code: 'slack_rate_limited', isUnsent: true };
  test.each<[SlackFault, object]>([
    [
      { kind: 'rateLimited', retryAfterSeconds: 7 },
      { afterMs: 7_000, code: 'slack_rate_limited' },
    ],
    [{ kind: 'rateLimited' }, limited],
    [{ kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:9/' } }, { detail: '302' }],
  ])('is tried again after %j', async (fault, outcome) => {
    slack.queueFaults(fault);
    expect(await send()).toMatchObject({ kind: 'retry', receiverTrouble: true, ...outcome });
  });

  test.each([{ kind: 'hang' }, { kind: 'slowDrip' }] as const)('is given up in time: %j', async (fault) => {
    slack.queueFaults(fault);
    expect(await send(300)).toEqual({
      kind: 'unanswered',
      code: 'slack_unanswered',
      detail: null,
    });
  });

  test('waits for an answer that comes after twelve seconds, and makes no copy', () => {
    expect(maxSlackSendMs).toBeGreaterThan(2 * 12_000);
  });

  test('is cut off by its signal', async () => {
    slack.queueFaults({ kind: 'hang' });
    const stop = new AbortController();
    const outcome = send(5_000, stop.signal);
    await slack.waitForPosts(1);
    stop.abort();
    expect(await outcome).toMatchObject({ kind: 'retry', code: 'send_cut_off' });
  });

  test.each([{ kind: 'cutAfterRecording' }, { kind: 'reset' }] as const)(
    'may have been posted when the connection is cut: %j',
    async (fault) => {
      slack.queueFaults(fault);
      expect(await send()).toMatchObject({ kind: 'unanswered', code: 'slack_unanswered' });
    },
  );

  test('never tells the webhook', async () => {
    const webhookUrl = 'http://127.0.0.1:1/services/T0/B0/the-secret';
    const outcome = await createSlackSender({ webhookUrl })(payload, neverAborted);
    expect(outcome).toMatchObject({ kind: 'retry', receiverTrouble: true });
    expect(JSON.stringify(outcome)).not.toMatch(/secret|127\.0\.0\.1/);
  });
});
