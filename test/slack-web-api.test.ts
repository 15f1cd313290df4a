import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SlackFault, type SlackStandIn, startSlackStandIn } from './slack-stand-in.ts';

let slack: SlackStandIn;
beforeEach(async () => {
  slack = await startSlackStandIn();
});
afterEach(() => slack.close());

const say = (text: string) => ({
  text,
  blocks: [
    {
      type: 'rich_text',
      elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
    },
  ],
});
const quiet = { unfurl_links: false, unfurl_media: false };

function send(method: string, args: object, authorization = `Bearer ${slack.app.token}`): Promise<Response> {
  return fetch(`${slack.app.settings['SLACK_API_URL']}${method}`, {
    method: 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(args),
  });
}

const call = async (method: string, args: object = {}) => (await send(method, args)).json();

const post = (channel = 'C0WAITLIST', text = 'Ada applied') =>
  call('chat.postMessage', { channel, ...say(text), ...quiet });

describe('a message of the app', () => {
  test('is posted by the id or the name of its channel, changed, and deleted', async () => {
    const { ok, channel, ts } = await post('#waitlist');
    expect({ ok, channel }).toEqual({ ok: true, channel: 'C0WAITLIST' });
    expect([...slack.show('C0WAITLIST')]).toMatchObject([[ts, say('Ada applied')]]);
    expect(await call('chat.update', { channel, ts, ...say('Ada is invited') })).toMatchObject({
      ok: true,
      ts,
    });
    expect([...slack.show('C0WAITLIST')]).toMatchObject([[ts, say('Ada is invited')]]);
    expect(await call('chat.delete', { channel, ts })).toEqual({ ok: true, channel, ts });
    expect(slack.show('C0WAITLIST').size).toBe(0);
    expect(slack.changes).toBe(2);
    expect(slack.violations).toEqual([]);
  });

  test('is no longer found once it was deleted, and never under another ts or by a name', async () => {
    const { channel, ts } = await post();
    const [message] = slack.messages;
    if (message === undefined) throw new Error('The message is not there.');
    slack.deleteByHand(message);
    const gone = { ok: false, error: 'message_not_found' };
    expect(await call('chat.update', { channel, ts, ...say('B') })).toEqual(gone);
    expect(await call('chat.delete', { channel, ts })).toEqual(gone);
    expect(await call('chat.delete', { channel, ts: '1.000001' })).toEqual(gone);
    expect(await call('chat.delete', { channel: '#waitlist', ts })).toEqual({
      ok: false,
      error: 'channel_not_found',
    });
  });

  test('that a webhook posted is not the app’s', async () => {
    await fetch(slack.waitlistUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...say('Ada'), ...quiet }),
    });
    const [{ channel, ts } = { channel: '', ts: '' }] = slack.messages;
    expect(await call('chat.update', { channel, ts, ...say('B') })).toMatchObject({
      error: 'cant_update_message',
    });
    expect(await call('chat.delete', { channel, ts })).toMatchObject({ error: 'cant_delete_message' });
  });
});

describe('Slack’s refusals, with status 200', () => {
  test.each([
    ['', 'not_authed'],
    ['Bearer xoxb-other', 'invalid_auth'],
  ])('of the authorization "%s": %s', async (authorization, error) => {
    const response = await send('auth.test', {}, authorization);
    expect([response.status, await response.json()]).toEqual([200, { ok: false, error }]);
  });

  test('of a token that was revoked', async () => {
    slack.app.tokenError = 'token_revoked';
    expect(await post()).toEqual({ ok: false, error: 'token_revoked' });
  });

  test('of a scope that is missing, naming those that are there', async () => {
    slack.app.scopes = ['incoming-webhook', 'commands'];
    const missing = { ok: false, error: 'missing_scope', needed: 'chat:write' };
    expect(await post()).toEqual({ ...missing, provided: 'incoming-webhook,commands' });
    const tested = await send('auth.test', {});
    expect(tested.headers.get('x-oauth-scopes')).toBe('incoming-webhook,commands');
    expect(await tested.json()).toMatchObject({ ok: true, team: 'Entrée', bot_id: 'B0ENTREE0' });
  });

  test('of a channel that the app is not in, unless its scope is for all public ones', async () => {
    slack.app.waitlist.isMember = false;
    expect(await post()).toEqual({ ok: false, error: 'not_in_channel' });
    slack.app.scopes = ['chat:write', 'chat:write.public', 'channels:read'];
    expect(await post()).toMatchObject({ ok: true });
    expect(await call('conversations.info', { channel: 'C0WAITLIST' })).toMatchObject({
      channel: { name: 'waitlist', is_member: false, is_archived: false },
    });
    slack.app.waitlist.isPrivate = true;
    expect(await post()).toEqual({ ok: false, error: 'channel_not_found' });
  });

  test('of a channel that is archived or unknown', async () => {
    const { channel, ts } = await post();
    slack.app.waitlist.isArchived = true;
    expect(await post()).toEqual({ ok: false, error: 'is_archived' });
    expect(await call('chat.update', { channel, ts, ...say('B') })).toMatchObject({ error: 'is_inactive' });
    expect(await post('C0ELSEWHERE')).toEqual({ ok: false, error: 'channel_not_found' });
  });

  test.each([
    ['no content', {}, 'no_text'],
    ['a text that is too long', { ...say('A'), text: 'x'.repeat(4_001) }, 'msg_too_long'],
    ['a block that there is not', { text: 'A', blocks: [{ type: 'marquee' }] }, 'invalid_blocks'],
    ['blocks without the rich text that was there', plainSection(), 'block_mismatch'],
    ['a change without blocks, which would keep the old ones', { text: 'B' }, 'invalid_blocks'],
  ])('of %s', async (_what, content, error) => {
    const { channel, ts } = await post();
    expect(await call('chat.update', { channel, ts, ...content })).toEqual({ ok: false, error });
    expect([...slack.show('C0WAITLIST').values()]).toMatchObject([say('Ada applied')]);
    expect(slack.violations.length > 0).toBe(error !== 'block_mismatch');
  });

  test('of a method that there is not', async () => {
    expect(await call('chat.shout')).toEqual({ ok: false, error: 'unknown_method' });
  });
});

function plainSection() {
  return { text: 'B', blocks: [{ type: 'section', text: { type: 'plain_text', text: 'B' } }] };
}

test('limits are Slack’s: a post a second to a channel, so many changes and deletions a minute', async () => {
  const strict = await startSlackStandIn({ minIntervalMs: 60_000, perMinute: 2 });
  const other = slack;
  slack = strict;
  const ids = [await post(), await post('C0CONTACT')];
  const early = await send('chat.postMessage', { channel: 'C0WAITLIST', ...say('C'), ...quiet });
  expect([early.status, early.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await early.json()).toEqual({ ok: false, error: 'ratelimited' });
  for (const { channel, ts } of ids)
    expect(await call('chat.update', { channel, ts, ...say('D') })).toMatchObject({ ok: true });
  const [{ channel, ts }] = ids;
  expect((await send('chat.update', { channel, ts, ...say('E') })).status).toBe(429);
  expect(await call('chat.delete', { channel, ts })).toMatchObject({ ok: true });
  expect(strict.violations).toEqual([
    expect.stringMatching(/^pace: chat.postMessage came \d+ ms too early$/),
    expect.stringMatching(/^pace: chat.update came \d+ ms too early$/),
  ]);
  await strict.close();
  slack = other;
});

describe('faults', () => {
  test.each([
    [{ kind: 'rateLimited', retryAfterSeconds: 3 }, 429, { ok: false, error: 'ratelimited' }],
    [{ kind: 'serverError', status: 503 }, 503, { ok: false, error: 'internal_error' }],
    [{ kind: 'revoked' }, 200, { ok: false, error: 'token_revoked' }],
    [{ kind: 'refused', code: 'edit_window_closed' }, 200, { ok: false, error: 'edit_window_closed' }],
  ] satisfies [SlackFault, number, object][])('%s', async (fault, status, body) => {
    slack.app.queueFaults(fault);
    const response = await send('chat.postMessage', { channel: 'C0WAITLIST', ...say('A'), ...quiet });
    expect([response.status, await response.json()]).toEqual([status, body]);
    expect(slack.messages).toEqual([]);
    expect(await post()).toMatchObject({ ok: true });
  });

  test('a page of something in between, and connections that are cut before and after', async () => {
    slack.app.queueFaults(
      { kind: 'inBetween', status: 502, body: '<html>Bad gateway</html>' },
      { kind: 'reset' },
      { kind: 'cutAfterRecording' },
    );
    const args = { channel: 'C0WAITLIST', ...say('A'), ...quiet };
    expect((await send('chat.postMessage', args)).status).toBe(502);
    await expect(send('chat.postMessage', args)).rejects.toThrow();
    expect(slack.messages).toEqual([]);
    await expect(send('chat.postMessage', args)).rejects.toThrow();
    expect(slack.show('C0WAITLIST').size).toBe(1);
    expect(slack.app.calls.map(({ method }) => method)).toEqual(Array(3).fill('chat.postMessage'));
  });

  test('are chosen by the call', async () => {
    slack.app.setFaultFor(({ method }) => (method === 'chat.delete' ? { kind: 'serverError' } : null));
    const { channel, ts } = await post();
    expect((await send('chat.delete', { channel, ts })).status).toBe(500);
    expect(slack.show('C0WAITLIST').size).toBe(1);
  });
});
