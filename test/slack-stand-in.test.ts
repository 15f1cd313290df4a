import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findPayloadProblems, renderPayload } from './slack-payload-rules.ts';
import { type SlackStandIn, startSlackStandIn } from './slack-stand-in.ts';

const id = '01936f3e-8a4b-7cde-8f01-23456789abcd';
const plain = (text: string) => ({ type: 'plain_text', text });
const withBlocks = (...blocks: unknown[]) => ({
  text: 'New message',
  blocks,
  unfurl_links: false,
  unfurl_media: false,
});
const richText = (...elements: unknown[]) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
});
const good = withBlocks({ type: 'header', text: plain('New message') }, richText({ type: 'text', text: id }));

describe('the rules take', () => {
  test('a plain message', () => {
    expect(findPayloadProblems(good)).toEqual([]);
    expect(renderPayload(good)).toBe(`New message\n${id}`);
  });

  test('texts at their limits', () => {
    const atLimits = withBlocks(
      { type: 'header', text: plain('h'.repeat(150)) },
      { type: 'section', text: plain('s'.repeat(3_000)), fields: [plain('f'.repeat(2_000))] },
    );
    expect(findPayloadProblems(atLimits)).toEqual([]);
  });
});

describe('the rules refuse', () => {
  test.each([
    ['no object', 'hello'],
    ['no blocks', withBlocks()],
    ['links that unfold', { ...good, unfurl_links: true }],
    ['an unknown key', { ...good, channel: '#general' }],
    ['an empty fallback', { ...good, text: ' ' }],
    ['a fallback that is not escaped', { ...good, text: 'Tom & <!channel>' }],
    ['a fallback that mentions everybody', { ...good, text: 'hello @channel' }],
    ['51 blocks', withBlocks(...Array.from({ length: 51 }, () => ({ type: 'divider' })))],
    ['an unknown block', withBlocks({ type: 'marquee' })],
    ['a header that is too long', withBlocks({ type: 'header', text: plain('h'.repeat(151)) })],
    ['a header too long once escaped', withBlocks({ type: 'header', text: plain('&'.repeat(31)) })],
    ['a header in mrkdwn', withBlocks({ type: 'header', text: { type: 'mrkdwn', text: 'hi' } })],
    ['a section that is too long', withBlocks({ type: 'section', text: plain('s'.repeat(3_001)) })],
    ['eleven fields', withBlocks({ type: 'section', fields: Array.from({ length: 11 }, () => plain('f')) })],
    ['mrkdwn that mentions', withBlocks({ type: 'section', text: { type: 'mrkdwn', text: '<!channel>' } })],
    ['an empty text', withBlocks({ type: 'section', text: plain('') })],
    ['an empty rich text', withBlocks(richText({ type: 'text', text: '' }))],
    ['a rich text without elements', withBlocks(richText())],
    ['a broadcast', withBlocks(richText({ type: 'broadcast', range: 'channel' }))],
    ['a mention', withBlocks(richText({ type: 'user', user_id: 'U1' }))],
    ['a link to a script', withBlocks(richText({ type: 'link', url: 'javascript:1', text: 'x' }))],
    ['half a character', withBlocks(richText({ type: 'text', text: '\ud83d' }))],
    ['an override', withBlocks(richText({ type: 'text', text: 'a\u202eb' }))],
    ['an isolate left open', withBlocks(richText({ type: 'text', text: 'a\u2067b' }))],
    ['a control character', withBlocks(richText({ type: 'text', text: 'a\u0007b' }))],
    ['10,000 characters in all', withBlocks(richText({ type: 'text', text: 'x'.repeat(10_000) }))],
  ])('%s', (_what, payload) => {
    expect(findPayloadProblems(payload)).not.toEqual([]);
  });
});

describe('the stand-in', () => {
  let slack: SlackStandIn;
  beforeEach(async () => {
    slack = await startSlackStandIn({ minIntervalMs: 60_000 });
  });
  afterEach(() => slack.close());

  const post = (payload: unknown, url = slack.waitlistUrl) =>
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(payload),
    });

  test('takes a good message and says what a person reads', async () => {
    const response = await post(good);
    expect(await response.text()).toBe('ok');
    await slack.waitForIds([id]);
    expect(slack.messages).toMatchObject([{ ids: [id], text: `New message\n${id}` }]);
    expect(slack.violations).toEqual([]);
  });

  test('refuses a bad one and remembers why', async () => {
    const response = await post({ ...good, text: '' });
    expect([response.status, await response.text()]).toEqual([400, 'invalid_payload']);
    expect(slack.messages).toEqual([]);
    expect(slack.violations).toEqual(['payload.text: missing or empty']);
  });

  test('notices a pace that is broken, each webhook by itself', async () => {
    await post(good);
    await post(good, slack.contactUrl);
    expect(slack.violations).toEqual([]);
    await post(good);
    expect(slack.violations).toEqual([expect.stringMatching(/^pace: \d+ ms between posts 2 and 3$/)]);
  });

  test('knows no other addresses', async () => {
    expect((await post(good, new URL('/elsewhere', slack.waitlistUrl).href)).status).toBe(404);
  });

  test('meets a queue of faults, then all is well', async () => {
    slack.queueFaults({ kind: 'rateLimited', retryAfterSeconds: 3 }, { kind: 'archived' });
    const limited = await post(good);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
    expect((await post(good)).status).toBe(410);
    expect((await post(good)).status).toBe(200);
    expect(slack.posts).toBe(3);
  });

  test('says what is missing when the wait is over', async () => {
    await expect(slack.waitForIds([id], 20)).rejects.toThrow('1 of 1 ids are missing');
    await expect(slack.waitForMessages(2, 20)).rejects.toThrow('0 of 2 messages came');
  });
});
