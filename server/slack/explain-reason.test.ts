import { expect, test } from 'vitest';
import { explainReason } from './explain-reason.ts';
import { classifyAnswer } from './send-message.ts';

/** Every word that Slack's documentation names, with its status. */
test.each([
  [400, 'invalid_payload', /could not read/, /Only this message/],
  [400, 'user_not_found', /no longer in the workspace/, /new webhook/],
  [403, 'action_prohibited', /administrator/, /retry/],
  [403, 'posting_to_general_channel_denied', /general channel/, /channel of its own/],
  [403, 'invalid_token', /revoked/, /Compare the address/],
  [404, 'channel_not_found', /deleted/, /new webhook/],
  [404, 'no_service', /removed/, /Compare the address/],
  [404, 'no_active_hooks', /disabled/, /Enable it/],
  [410, 'channel_is_archived', /archived/, /Unarchive/],
  [429, 'rate_limited', /pause/, /Wait/],
  [500, 'rollup_error', /in trouble/, /status\.slack\.com/],
  [404, '', /does not know this webhook/, /new webhook/],
  [302, '', /not a Slack webhook/, /hooks\.slack\.com/],
  [418, 'constructor', /with an answer that is not known/, /new webhook/],
])('%i %s is explained: what happened, what to do', (status, word, what, advice) => {
  const outcome = classifyAnswer(status, null, word, 0);
  if (outcome.kind === 'delivered') throw new Error('This was to be refused.');
  const explanation = explainReason(outcome.reason);
  expect(explanation.what).toMatch(what);
  expect(explanation.advice).toMatch(advice);
});

test.each([
  ['Slack did not answer in time', /within ten seconds/],
  ['Slack was not reached (ENOTFOUND)', /not known to this machine/],
  ['Slack was not reached', /could not reach/],
  ['digest refused: Slack answered 400 invalid_payload', /could not read/],
])('%s', (reason, what) => {
  expect(explainReason(reason).what).toMatch(what);
});
