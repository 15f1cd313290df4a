import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findPayloadProblems } from './slack-payload-rules.ts';
import { type SlackStandIn, startSlackStandIn } from './slack-stand-in.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const header = (text: object) => ({ type: 'header', text });
const button = { type: 'button', text: plain('Invite'), action_id: 'invite', value: 'one' };
const actions = (...elements: object[]) => ({ type: 'actions', elements });
const richText = (...elements: object[]) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
});
const words = (text: string) => richText({ type: 'text', text });
const content = { text: 'Ada applied', blocks: [words('Ada')] };
const good = { ...content, unfurl_links: false, unfurl_media: false };

describe('the rules find', () => {
  test.each([
    ['unknown key channel', { channel: '#general' }],
    ['links: must be false', { unfurl_links: true }],
    ['media: must be false', { unfurl_media: undefined }],
    ['missing or empty', { text: ' ' }],
    ['longer than 4,000', { text: 'x'.repeat(4_001) }],
    ['not escaped', { text: 'Tom & <!channel>' }],
    ['mentions everybody', { text: 'hello @channel' }],
    ['at least one block', { blocks: [] }],
    ['51 blocks, at most 50', { blocks: Array(51).fill({ type: 'divider' }) }],
  ])('in a payload: %s', (problem, changes) => {
    expect(findPayloadProblems({ ...good, ...changes })).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    ['of type marquee', { type: 'marquee' }],
    ['151 characters, at most 150', header(plain('h'.repeat(151)))],
    ['155 characters, at most 150', header(plain('&'.repeat(31)))],
    ['of type mrkdwn', header({ type: 'mrkdwn', text: 'hi' })],
    ['at most 3000', { type: 'section', text: plain('s'.repeat(3_001)) }],
    ['mrkdwn that mentions', { type: 'section', text: { type: 'mrkdwn', text: '<!channel>' } }],
    ['fields: more than 10', { type: 'section', fields: Array(11).fill(plain('f')) }],
    ['text: empty text', { type: 'section', text: plain(' ') }],
    ['neither text nor fields', { type: 'section' }],
    ['more than 10 elements', { type: 'context', elements: Array(11).fill(plain('c')) }],
    ['at most 2000', { type: 'context', elements: [plain('c'.repeat(2_001))] }],
    ['not a button', actions({ ...button, type: 'datepicker' })],
    ['at most 75', actions({ ...button, text: plain('b'.repeat(76)) })],
    ['more than 25', actions(...Array.from(Array(26).keys(), (n) => ({ ...button, action_id: `${n}` })))],
    ['twice in one block', actions(button, button)],
    ['unknown style', actions({ ...button, style: 'loud' })],
    ['must be a list that is not empty', richText()],
    ['empty text', words('')],
    ['half a surrogate pair', words('\ud83d')],
    ['control or override character', words('a\u202eb')],
    ['control or override character', words('a\u0007b')],
    ['unbalanced direction isolates', words('a\u2067b')],
    ['characters in all', words('x'.repeat(10_000))],
    ['of type broadcast', richText({ type: 'broadcast', range: 'channel' })],
    ['of type user', richText({ type: 'user', user_id: 'U1' })],
    ['not an address', richText({ type: 'link', url: 'javascript:1', text: 'x' })],
  ])('in a block: %s', (problem, block) => {
    expect(findPayloadProblems({ ...good, blocks: [block] })).toEqual([expect.stringContaining(problem)]);
  });
});

describe('the stand-in', () => {
  let slack: SlackStandIn;
  let ts: unknown;
  beforeEach(async () => {
    slack = await startSlackStandIn({ minIntervalMs: 60_000, perMinute: 1 });
    ({ ts } = await call('chat.postMessage', good));
  });
  afterEach(() => slack.close());

  async function post(url: string, payload: object) {
    const headers = {
      Authorization: `Bearer ${slack.app.settings['SLACK_BOT_TOKEN']}`,
      'Content-Type': 'application/json; charset=utf-8',
    };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(payload) });
    return { status: response.status, text: await response.text() };
  }
  async function call(method: string, args: object): Promise<Record<string, unknown>> {
    const url = `${slack.app.settings['SLACK_API_URL']}${method}`;
    return JSON.parse((await post(url, { channel: 'C0WAITLIST', ...args })).text);
  }

  test.each<[error: string, method: string, args?: object, app?: object, waitlist?: object]>([
    ['invalid_auth', 'auth.test', {}, { token: 'xoxb-other' }],
    ['token_revoked', 'chat.postMessage', good, { tokenError: 'token_revoked' }],
    ['missing_scope', 'chat.postMessage', good, { scopes: ['commands'] }],
    ['not_in_channel', 'chat.postMessage', good, {}, { isMember: false }],
    ['channel_not_found', 'chat.postMessage', good, {}, { isMember: false, isPrivate: true }],
    ['is_archived', 'chat.postMessage', good, {}, { isArchived: true }],
    ['is_inactive', 'chat.update', content, {}, { isArchived: true }],
    ['channel_not_found', 'chat.delete', { channel: '#waitlist' }],
    ['message_not_found', 'chat.delete', { ts: '1.000001' }],
    ['no_text', 'chat.update'],
    ['msg_too_long', 'chat.update', { ...content, text: 'x'.repeat(4_001) }],
    ['invalid_blocks', 'chat.update', { text: 'Only the text, which would leave the old blocks' }],
    ['block_mismatch', 'chat.update', { ...content, blocks: [header(plain('No rich text'))] }],
    ['ratelimited', 'chat.postMessage', good],
  ])('refuses as Slack does: %s of %s', async (error, method, args, app, waitlist) => {
    Object.assign(slack.app, app);
    Object.assign(slack.app.waitlist, waitlist);
    const place = method === 'chat.postMessage' ? {} : { ts };
    expect(await call(method, { ...place, ...args })).toMatchObject({ ok: false, error });
    expect([...slack.show('C0WAITLIST').values()]).toEqual([good]);
  });

  test('takes no change of what a webhook posted', async () => {
    await post(slack.waitlistUrl, good);
    const other = { ts: slack.messages[1]?.ts };
    expect(await call('chat.update', { ...other, ...content })).toMatchObject({
      error: 'cant_update_message',
    });
    expect(await call('chat.delete', other)).toMatchObject({ error: 'cant_delete_message' });
  });

  test('remembers which rule a payload broke, wherever it is sent', async () => {
    const text = ' ';
    expect((await post(slack.waitlistUrl, { ...good, text })).status).toBe(400);
    await call('chat.postMessage', { ...good, text });
    await call('chat.update', { ...content, ts, text });
    expect(slack.violations).toEqual(Array(3).fill('payload.text: missing or empty'));
    expect([...slack.show('C0WAITLIST').values()]).toEqual([good]);
  });

  test('notices a pace that is broken: of each webhook and channel, and of all changes', async () => {
    for (const url of [slack.waitlistUrl, slack.contactUrl]) await post(url, good);
    await call('chat.postMessage', { ...good, channel: 'C0CONTACT' });
    await call('chat.update', { ...content, ts });
    expect(slack.violations).toEqual([]);
    await post(slack.waitlistUrl, good);
    await call('chat.postMessage', good);
    await call('chat.update', { ...content, ts });
    expect(slack.violations).toEqual([
      expect.stringMatching(/^pace: \d+ ms between posts 2 and 3$/),
      expect.stringMatching(/^pace: chat.postMessage came \d+ ms too early$/),
      expect.stringMatching(/^pace: chat.update came \d+ ms too early$/),
    ]);
  });
});
