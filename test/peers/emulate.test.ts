import { createEmulator } from 'emulate';
import { expect, test } from 'vitest';
import { createWebhookSender } from '#server/slack/slack-senders.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { findFreePort } from '#test/program.ts';
import { storedSubmission, submissionJob } from '#test/sample-submissions.ts';
import { renderPayload } from '#test/slack-payload-rules.ts';

/** The webhook that every workspace of the emulator has. */
const webhookPath = '/services/T000000001/B000000001/X000000001';
const token = 'xoxb-entree-reads-back';

const submission = (id: string): StoredSubmission =>
  storedSubmission({
    id,
    fields: {
      name: 'Zoë <!channel> نور',
      email: 'zoe@example.com',
      handle: '@zoe',
      bio: '*not bold* & `not code`',
    },
    earlierFromSameEmail: 1,
  });

test('a second Slack takes a message and a digest, and they can be read in its channel', async () => {
  const slack = await createEmulator({
    service: 'slack',
    port: await findFreePort(),
    seed: { tokens: { [token]: { login: 'U000000001' } } },
  });
  try {
    const { send } = createWebhookSender({
      compose: { timeZone: 'UTC' },
      webhookUrl: `${slack.url}${webhookPath}`,
      channels: ['waitlist'],
      minIntervalMs: 0,
    });
    const deliver = (submissions: readonly StoredSubmission[], signal: AbortSignal) =>
      send(submissions.map(submissionJob), signal);
    const signal = new AbortController().signal;
    const ids = [1, 2, 3].map((n) => `01936f3e-8a4b-7cde-8f01-00000000000${n}`);
    const [first = '', ...others] = ids;
    expect(await deliver([submission(first)], signal)).toEqual({ kind: 'delivered' });
    expect(await deliver(others.map(submission), signal)).toEqual({ kind: 'delivered' });

    const messages = await readGeneral(slack.url);
    expect(messages).toHaveLength(2);
    const [digest, single] = messages.map((message) => renderPayload(message));
    expect(single).toContain('Name: Zoë <!channel> نور');
    expect(single).toContain('2nd application from this email');
    expect(single).toContain('*not bold* & `not code`');
    expect(single).toContain(first);
    for (const id of others) expect(digest).toContain(id);
  } finally {
    await slack.close();
  }
});

async function readGeneral(url: string): Promise<unknown[]> {
  const call = async (method: string, body: object) => {
    const response = await fetch(`${url}/api/${method}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const { channels } = await call('conversations.list', {});
  const general = channels.find((channel: { name: string }) => channel.name === 'general');
  const { messages } = await call('conversations.history', { channel: general.id });
  return messages;
}
