import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ConsoleCall, consoleCallPath } from '#contract/console-calls.ts';
import { fieldNames } from '#contract/fields.ts';
import { variantKey, waitlistKinds } from '#contract/submission.ts';
import { functionOf, functionPath, publishableKey } from '#contract/wire.ts';
import { findFreePort } from '#test/program.ts';
import { sampleSubmission } from '#test/sample-submissions.ts';
import { startTrial, type Trial } from './trial.ts';

const timeout = 20_000;

/** What `npm run try` lets a person see of an app, without a browser. */
test('what is decided in the channel and in the console changes the message, and what is erased there is gone', async () => {
  const trial = await startTrial({ site: 0, channel: 0, console: await findFreePort() });
  try {
    await apply(trial.siteUrl, 'Zoe Marchand');
    const channel = async () => (await fetch(trial.channelUrl)).text();
    await expect.poll(channel, { timeout }).toContain('Zoe Marchand');
    const [about] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(await channel()) ?? [];
    const click = new URLSearchParams({ message: '0', button: 'Shortlist' });
    await fetch(`${trial.channelUrl}/click`, { method: 'POST', body: click });
    await expect.poll(channel, { timeout }).toContain('Shortlisted by you');

    const call = await signIn(trial);
    const decision = { decisionId: randomUUID(), about, to: 'declined', seenVersion: 1 };
    await call('decide', { decisions: [decision], note: null, isUndo: false });
    await expect.poll(channel, { timeout }).toContain('Declined by');
    await call('erase', { changeId: randomUUID(), about });
    await expect.poll(channel, { timeout }).not.toContain('Zoe Marchand');
    expect(await channel()).toContain('No application.');
    expect(trial.violations).toEqual([]);
  } finally {
    await trial.close();
  }
});

async function apply(siteUrl: string, name: string): Promise<void> {
  const empty = Object.fromEntries(fieldNames(...waitlistKinds).map((field) => [field, '']));
  const body = { ...empty, ...sampleSubmission('creator').fields, name, [variantKey]: false };
  const answer = await fetch(siteUrl + functionPath(functionOf('creator')), {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

/** By the link in the channel; answers how the console is called then. */
async function signIn({ consoleUrl }: Trial) {
  const link = new URL(String((await fetch(consoleUrl, { redirect: 'manual' })).headers.get('location')));
  const send = (call: ConsoleCall, body: object, cookie = '') =>
    fetch(link.origin + consoleCallPath(call), {
      method: 'POST',
      headers: { Origin: link.origin, 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify(body),
    });
  const signedIn = await send('signIn', { token: link.hash.split('/').at(-1) });
  const [cookie = ''] = String(signedIn.headers.get('set-cookie')).split(';');
  return async (call: ConsoleCall, body: object): Promise<void> => {
    const answer = await send(call, body, cookie);
    expect([call, answer.status, answer.ok ? '' : await answer.text()]).toEqual([call, 200, '']);
  };
}
