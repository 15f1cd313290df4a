import { expect, test } from 'vitest';
import { explainStoredReason, sendFailures, storedReason } from './send-failures.ts';

test('a stored reason has the texts of its code, with and without a detail', () => {
  const failure = { code: 'slack_no_service', detail: '404 no_service' } as const;
  expect(explainStoredReason(storedReason(failure))).toEqual({
    reason: 'slack_no_service 404 no_service',
    what: sendFailures.slack_no_service.what,
    advice: sendFailures.slack_no_service.advice,
  });
  expect(explainStoredReason('mail_silent').what).toBe(sendFailures.mail_silent.what);
});

test.each(['Slack answered 410 channel_is_archived', 'constructor', ''])(
  'a reason of an earlier release is shown as it is: "%s"',
  (reason) => {
    expect(explainStoredReason(reason)).toMatchObject({ reason, what: expect.stringContaining('earlier') });
  },
);
