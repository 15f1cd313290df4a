import { LogLevel, WebClient } from '@slack/web-api';
import { createEmulator } from 'emulate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAppSender } from '#server/slack/slack-senders.ts';
import { createWebApi } from '#server/slack/web-api.ts';
import { findFreePort } from '#test/program.ts';
import { storedSubmission, submissionJob } from '#test/sample-submissions.ts';
import { renderPayload } from '#test/slack-payload-rules.ts';
import { type SlackFault, type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';

let slack: SlackStandIn;
beforeEach(async () => {
  slack = await startSlackStandIn();
});
afterEach(() => slack.close());

const { signal } = new AbortController();
const say = (text: string) => ({
  text,
  blocks: [
    {
      type: 'rich_text' as const,
      elements: [
        { type: 'rich_text_section' as const, elements: [{ type: 'text' as const, text: `${text} & ü 界` }] },
      ],
    },
  ],
});
const quiet = { unfurl_links: false, unfurl_media: false };

/** Slack's own client, which sends forms where ours sends JSON. */
const createClient = (apiUrl: string, token: string) =>
  new WebClient(token, {
    slackApiUrl: apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logLevel: LogLevel.ERROR,
    logger: {
      debug() {},
      info() {},
      warn() {},
      error() {},
      setLevel() {},
      setName() {},
      getLevel: () => LogLevel.ERROR,
    },
  });

const addressOf = ({ app }: SlackStandIn) => ({
  apiUrl: String(app.settings['SLACK_API_URL']),
  token: app.token,
});

test("Slack's own client posts, changes and deletes on the stand-in, and reads token, scopes and channel", async () => {
  slack.app.scopes = ['chat:write', 'channels:read'];
  const { apiUrl, token } = addressOf(slack);
  const client = createClient(apiUrl, token);
  const tested = await client.auth.test();
  expect(tested).toMatchObject({
    team: 'Entrée',
    response_metadata: { scopes: ['chat:write', 'channels:read'] },
  });
  const channel = slack.app.waitlist.id;
  expect(await client.conversations.info({ channel })).toMatchObject({
    channel: { name: 'waitlist', is_member: true },
  });
  const posted = await client.chat.postMessage({ channel: '#waitlist', ...say('Ada'), ...quiet });
  const ts = String(posted.ts);
  expect([...slack.show(channel)]).toMatchObject([[ts, say('Ada')]]);
  await client.chat.update({ channel, ts, ...say('Bo') });
  expect([...slack.show(channel)]).toMatchObject([[ts, say('Bo')]]);
  await client.chat.delete({ channel, ts });
  expect(slack.show(channel).size).toBe(0);
  expect(slack.violations).toEqual([]);
});

test.each<[string, SlackFault, object]>([
  ['a refusal', { kind: 'refused', code: 'not_in_channel' }, { data: { error: 'not_in_channel' } }],
  ['a limit', { kind: 'rateLimited', retryAfterSeconds: 7 }, { retryAfter: 7 }],
  ['a page in between', { kind: 'answer', status: 502, body: '<html></html>' }, { statusCode: 502 }],
  ['a cut connection', { kind: 'reset' }, { code: 'slack_webapi_request_error' }],
])("Slack's own client reads %s of the stand-in as Slack's", async (_name, fault, error) => {
  const { apiUrl, token } = addressOf(slack);
  slack.app.queueFaults(fault);
  const send = createClient(apiUrl, token).chat.postMessage({ channel: 'C0WAITLIST', ...say('A'), ...quiet });
  await expect(send).rejects.toMatchObject(error);
});

test('a second Slack takes what the app posts, changes and deletes, and refuses as the stand-in does', async () => {
  const token = 'xoxb-1234567890-second-slack';
  const port = await findFreePort();
  const second = await createEmulator({
    service: 'slack',
    port,
    seed: { tokens: { [token]: { login: 'U000000001' } } },
  });
  try {
    const other = { apiUrl: `${second.url}/api/`, token };
    const client = createClient(other.apiUrl, token);
    const { channels = [] } = await client.conversations.list();
    const general = String(channels.find(({ name }) => name === 'general')?.id);
    const { send } = createAppSender({
      ...other,
      slackChannel: general,
      channels: ['waitlist'],
      minIntervalMs: 0,
      compose: { timeZone: 'UTC', hasButtons: true },
    });
    const submission = storedSubmission({ fields: { name: 'Zoë <!channel> نور' } });
    const result = await send([submissionJob(submission)], signal);
    const [channel = '', ts = ''] = (result.kind === 'delivered' ? (result.place ?? '') : '').split(' ');
    const read = async () => (await client.conversations.history({ channel: general })).messages ?? [];
    expect(channel).toBe(general);
    expect((await read()).map((message) => [message.ts, renderPayload(message)])).toEqual([
      [ts, expect.stringContaining('Name: Zoë <!channel> نور')],
    ]);
    const api = createWebApi(other);
    expect(await api('chat.update', { channel, ts, ...say('Invited') }, signal)).toMatchObject({
      kind: 'answered',
    });
    expect((await read()).map((message) => renderPayload(message))).toEqual(['Invited & ü 界']);

    const standIn = createWebApi(addressOf(slack));
    const place = await standIn('chat.postMessage', { channel: 'C0WAITLIST', ...say('A'), ...quiet }, signal);
    if (place.kind !== 'answered') throw new Error('The stand-in refuses the message.');
    const ofStandIn = { channel: place.answer['channel'], ts: place.answer['ts'] };
    const ofSecond = { channel, ts };
    for (const [method, change] of [
      ['chat.postMessage', { channel: 'C0ELSEWHERE', ...say('A') }],
      ['chat.postMessage', { text: undefined, blocks: undefined }],
      ['chat.update', { ts: '1.000001', ...say('A') }],
      ['chat.delete', { ts: '1.000001' }],
      ['chat.delete', {}],
      ['chat.delete', {}],
    ] as const) {
      const [ours, theirs] = await Promise.all([
        standIn(method, { ...ofStandIn, ...change }, signal),
        api(method, { ...ofSecond, ...change }, signal),
      ]);
      expect(codeOf(ours), `${method} ${JSON.stringify(change)}`).toBe(codeOf(theirs));
    }
    expect(await read()).toEqual([]);
  } finally {
    await second.close();
  }
});

const codeOf = (result: Awaited<ReturnType<ReturnType<typeof createWebApi>>>): string =>
  result.kind === 'answered' ? 'answered' : `${result.code} ${result.detail}`;
