import { expect, test } from 'vitest';
import { createClickSender } from './slack-senders.ts';

const { signal } = new AbortController();
const common = { sequence: 1, channel: 'clicks', id: 'click', unanswered: 0 } as const;

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
