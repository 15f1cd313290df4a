import { expect, test } from 'vitest';
import { classifyApiAnswer } from './web-api.ts';

const refusal = (error: string, more = {}) => JSON.stringify({ ok: false, error, ...more });
const answered = (status: number, text: string, retryAfter: string | null = null) => ({
  status,
  text,
  headers: new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter }),
});
const refusesAll = { kind: 'refused', refuses: 'all' };
const refusesThis = { kind: 'refused', refuses: 'message' };
const mayBeDone = { kind: 'retry', code: 'slack_in_trouble', receiverTrouble: true };

test.each([
  ['chat.postMessage', 'invalid_auth', refusesAll],
  ['chat.postMessage', 'not_authed', refusesAll],
  ['chat.postMessage', 'token_revoked', refusesAll],
  ['chat.postMessage', 'token_expired', refusesAll],
  ['chat.postMessage', 'account_inactive', refusesAll],
  ['chat.postMessage', 'not_in_channel', refusesAll],
  ['chat.postMessage', 'channel_not_found', refusesAll],
  ['chat.postMessage', 'is_archived', refusesAll],
  ['chat.postMessage', 'restricted_action', refusesAll],
  ['chat.postMessage', 'org_login_required', refusesAll],
  ['chat.postMessage', 'msg_too_long', refusesThis],
  ['chat.postMessage', 'invalid_blocks', refusesThis],
  ['chat.postMessage', 'no_text', refusesThis],
  ['chat.update', 'cant_update_message', refusesThis],
  ['chat.update', 'edit_window_closed', refusesThis],
  ['chat.update', 'is_archived', refusesThis],
  ['chat.update', 'not_in_channel', refusesThis],
  ['chat.delete', 'token_revoked', refusesAll],
  ['chat.delete', 'missing_scope', refusesAll],
  ['chat.postMessage', 'internal_error', mayBeDone],
  ['chat.postMessage', 'fatal_error', mayBeDone],
  ['chat.postMessage', 'service_unavailable', mayBeDone],
  ['chat.postMessage', 'request_timeout', mayBeDone],
  // Other messages go on.
  ['chat.postMessage', 'brand_new_word', { kind: 'retry', receiverTrouble: false }],
] as const)('%s answered with status 200 and %s', (method, word, expected) => {
  expect(classifyApiAnswer(method, answered(200, refusal(word)))).toMatchObject({
    detail: `200 ${word}`,
    ...expected,
  });
});

test('a missing scope is named', () => {
  const answer = refusal('missing_scope', { needed: 'chat:write', provided: 'incoming-webhook' });
  const result = classifyApiAnswer('chat.postMessage', answered(200, answer));
  expect(result).toMatchObject({ code: 'slack_app_missing_scope', detail: '200 missing_scope chat:write' });
});

test('a limit is obeyed', () => {
  const result = classifyApiAnswer('chat.update', answered(429, refusal('ratelimited'), '7'));
  expect(result).toEqual({
    kind: 'retry',
    code: 'slack_rate_limited',
    detail: '429 ratelimited',
    receiverTrouble: true,
    isUnsent: true,
    afterMs: 7_000,
  });
});

test.each([
  [200, '<html>Log in to this network</html>', 'slack_other_answer'],
  [200, 'ok', 'slack_other_answer'],
  [403, '{"message":"blocked"}', 'slack_other_answer'],
  [502, '<html>Bad gateway</html>', 'slack_in_trouble'],
  [200, '{"ok":', 'slack_other_answer'],
])('status %i with %s was answered by something in between', (status, answer, code) => {
  const result = classifyApiAnswer('chat.postMessage', answered(status, answer));
  expect(result).toMatchObject({ kind: 'retry', code, receiverTrouble: true });
  expect(result).not.toHaveProperty('isUnsent');
});
