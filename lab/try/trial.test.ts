import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { postToConsole, signInByLink } from '#test/console-client.ts';
import { submit } from '#test/faults/load.ts';
import { findFreePort } from '#test/program.ts';
import { startTrial, type Trial } from './trial.ts';

/** What `npm run try` lets a person see of an app, without a browser. */
test('what is decided in the channel and in the console changes the message, and what is erased there is gone', async () => {
  const trial = await startTrial({ site: 0, channel: 0, console: await findFreePort() });
  try {
    const fields = { name: 'Zoe Marchand' };
    expect(await submit(trial.siteUrl, { fields })).toMatchObject({ status: 200 });
    const channel = async () => (await fetch(trial.channelUrl)).text();
    await expect.poll(channel).toContain('Zoe Marchand');
    const [about] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(await channel()) ?? [];
    const click = new URLSearchParams({ message: '0', button: 'Shortlist' });
    await fetch(`${trial.channelUrl}/click`, { method: 'POST', body: click });
    await expect.poll(channel).toContain('Shortlisted by you');

    const call = await signIn(trial);
    const decision = { decisionId: randomUUID(), about, to: 'declined', seenVersion: 1 };
    await call('decide', decision);
    await expect.poll(channel).toContain('Declined by');
    await call('erase', { changeId: randomUUID(), whose: { about } });
    await expect.poll(channel).not.toContain('Zoe Marchand');
    expect(await channel()).toContain('No application.');
    expect(trial.violations).toEqual([]);
  } finally {
    await trial.close();
  }
});

test('the invitation is answered by the link in its letter, and the message in the channel says so', async () => {
  const trial = await startTrial({ site: await findFreePort(), channel: 0, console: await findFreePort() });
  try {
    await submit(trial.siteUrl, { fields: { name: 'Zoe Marchand' } });
    const channel = async () => (await fetch(trial.channelUrl)).text();
    await expect.poll(channel).toContain('Zoe Marchand');
    const click = new URLSearchParams({ message: '0', button: 'Invite' });
    await fetch(`${trial.channelUrl}/click`, { method: 'POST', body: click });
    const letter = async () => (await fetch(`${trial.channelUrl}/letter/0/text`)).text();
    await expect.poll(letter).toContain('/answer/');
    const [page = ''] = /http\S+\/answer\/\S+/.exec(await letter()) ?? [];
    const body = new URLSearchParams({ answer: 'coming', sentence: 'With a friend' });
    const answer = await fetch(page, { method: 'POST', body, headers: { origin: new URL(page).origin } });
    expect(await answer.text()).toContain('You&#x27;re');
    await expect.poll(channel).toMatch(/coming, .*With a friend/);
    expect(trial.violations).toEqual([]);
  } finally {
    await trial.close();
  }
});

/** By the link in the channel; answers how the console is called then. */
async function signIn({ consoleUrl }: Trial) {
  const link = String((await fetch(consoleUrl, { redirect: 'manual' })).headers.get('location'));
  const cookie = await signInByLink(link);
  return async (call: string, body: object): Promise<void> => {
    const answer = await postToConsole(new URL(link).origin, call, body, cookie);
    expect([call, answer.status, answer.ok ? '' : await answer.text()]).toEqual([call, 200, '']);
  };
}
