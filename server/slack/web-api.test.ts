import { expect, test } from 'vitest';
import { classifyApiAnswer, createWebApi } from './web-api.ts';

const refusal = (error: string, more = {}) => JSON.stringify({ ok: false, error, ...more });
const classify = (
  error: string,
  { method = 'chat.postMessage' as const as Parameters<typeof classifyApiAnswer>[0], status = 200 } = {},
) => classifyApiAnswer(method, status, null, refusal(error), 0);

test.each([
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'not_in_channel',
  'channel_not_found',
  'is_archived',
  'restricted_action',
  'org_login_required',
])('%s with status 200 refuses everything that is posted', (word) => {
  expect(classify(word)).toEqual({
    kind: 'refused',
    scope: 'channel',
    code: `slack_app_${word}`,
    detail: `200 ${word}`,
  });
});

test.each(['msg_too_long', 'invalid_blocks', 'no_text'])('%s refuses this message alone', (word) => {
  expect(classify(word)).toMatchObject({ kind: 'refused', scope: 'message', code: `slack_app_${word}` });
});

test.each(['cant_update_message', 'edit_window_closed', 'is_archived', 'not_in_channel'])(
  '%s refuses the change of one message, and says nothing of others',
  (word) => expect(classify(word, { method: 'chat.update' })).toMatchObject({ scope: 'message' }),
);

test.each(['token_revoked', 'missing_scope'])('%s refuses changes too', (word) => {
  expect(classify(word, { method: 'chat.delete' })).toMatchObject({ kind: 'refused', scope: 'channel' });
});

test.each(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'])(
  '%s is tried again, and may have been done',
  (word) => {
    const expected = { kind: 'retry', code: 'slack_in_trouble', detail: `200 ${word}`, channelTrouble: true };
    expect(classify(word)).toEqual(expected);
  },
);

test('a missing scope is named', () => {
  const answer = refusal('missing_scope', { needed: 'chat:write', provided: 'incoming-webhook' });
  const result = classifyApiAnswer('chat.postMessage', 200, null, answer, 0);
  expect(result).toMatchObject({ code: 'slack_app_missing_scope', detail: '200 missing_scope chat:write' });
});

test('a limit is obeyed', () => {
  const result = classifyApiAnswer('chat.update', 429, '7', refusal('ratelimited'), 0);
  expect(result).toEqual({
    kind: 'retry',
    code: 'slack_rate_limited',
    detail: '429 ratelimited',
    channelTrouble: true,
    isUnsent: true,
    afterMs: 7_000,
  });
});

test('an unknown word lets other messages go on', () => {
  expect(classify('brand_new_word')).toMatchObject({
    kind: 'retry',
    code: 'slack_app_other_answer',
    channelTrouble: false,
  });
});

test.each([
  [200, '<html>Log in to this network</html>', 'slack_other_answer'],
  [200, 'ok', 'slack_other_answer'],
  [403, '{"message":"blocked"}', 'slack_other_answer'],
  [502, '<html>Bad gateway</html>', 'slack_in_trouble'],
  [200, '{"ok":', 'slack_other_answer'],
])('status %i with %s was answered by something in between', (status, answer, code) => {
  const result = classifyApiAnswer('chat.postMessage', status, null, answer, 0);
  expect(result).toMatchObject({ kind: 'retry', code, channelTrouble: true });
  expect(result).not.toHaveProperty('isUnsent');
});

test('a call carries the token in its header, as JSON, and answers what Slack does', async () => {
  const requests: Request[] = [];
  const api = createWebApi({
    apiUrl: 'https://slack.com/api/',
    token: 'xoxb-secret',
    fetch: async (url, init) => {
      requests.push(new Request(url, init));
      return Response.json({ ok: true, channel: 'C0WAITLIST', ts: '1.2' });
    },
  });
  const result = await api('chat.update', { ts: '1.2' }, AbortSignal.timeout(1_000));
  expect(result).toMatchObject({ kind: 'answered', answer: { channel: 'C0WAITLIST', ts: '1.2' } });
  const [request] = requests;
  expect(request?.url).toBe('https://slack.com/api/chat.update');
  expect(request?.headers.get('authorization')).toBe('Bearer xoxb-secret');
  expect(request?.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await request?.json()).toEqual({ ts: '1.2' });
});
