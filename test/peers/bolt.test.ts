import type { AddressInfo } from 'node:net';
import { App, type BlockButtonAction, HTTPReceiver, LogLevel } from '@slack/bolt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebhookSender } from '#server/slack/slack-senders.ts';
import { isSignedBySlack } from '#server/slack/verify-signature.ts';
import { storedSubmission, submissionJob } from '#test/sample-submissions.ts';
import { findButtons, signAsSlack } from '#test/slack-click.ts';
import { type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';

/** Slack's own library for apps: it receives the stand-in's clicks, as our server does. */
let slack: SlackStandIn;
let app: App;
let url: string;

interface Taken {
  actionId: string;
  value: string | undefined;
  userId: string;
}
const taken: Taken[] = [];

beforeAll(async () => {
  slack = await startSlackStandIn();
  const silent = () => undefined;
  const logger = {
    debug: silent,
    info: silent,
    warn: silent,
    error: silent,
    setLevel: silent,
    getLevel: () => LogLevel.ERROR,
    setName: silent,
  };
  const receiver = new HTTPReceiver({
    signingSecret: slack.signingSecret,
    endpoints: ['/slack/interactivity'],
    logger,
    // For what no handler takes.
    unhandledRequestTimeoutMillis: 1_000,
  });
  app = new App({ receiver, authorize: async () => ({ botToken: 'xoxb-none', botId: 'B0' }), logger });
  app.action<BlockButtonAction>(/.*/, async ({ ack, action, body, respond }) => {
    taken.push({ actionId: action.action_id, value: action.value, userId: body.user.id });
    await ack();
    const blocks = [{ type: 'section' as const, text: { type: 'plain_text' as const, text: 'Taken' } }];
    const quiet = { unfurl_links: false, unfurl_media: false };
    await respond({ response_type: 'ephemeral', replace_original: false, text: 'Taken', blocks, ...quiet });
  });
  const server = await app.start({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await app?.stop();
  await slack?.close();
});

test("Slack's own library takes the clicks on our buttons and answers to their response URLs", async () => {
  const { send } = createWebhookSender({
    channels: ['waitlist'],
    minIntervalMs: 0,
    compose: { timeZone: 'UTC', hasButtons: true, sendsLetters: true },
    webhookUrl: slack.waitlistUrl,
  });
  const submission = storedSubmission({ fields: { name: 'Zoë & Ñandú + 100 %' } });
  expect(await send([submissionJob(submission)], new AbortController().signal)).toEqual({
    kind: 'delivered',
  });
  const [message] = slack.messages;
  if (message === undefined) throw new Error('The message is not there.');
  const buttons = findButtons(message.payload);
  expect(buttons).toHaveLength(3);
  const clicks = [];
  for (const { text } of buttons) {
    clicks.push(
      await slack.click({
        message: { ...message },
        button: text,
        server: url,
        user: { id: `U0${text}`, name: 'ada' },
      }),
    );
  }
  expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(taken).toEqual(
    buttons.map(({ actionId, value, text }) => ({ actionId, value, userId: `U0${text}` })),
  );
  const replies = await slack.waitForReplies(3);
  expect(replies.map(({ userId }) => userId)).toEqual(buttons.map(({ text }) => `U0${text}`));
  expect(slack.violations).toEqual([]);
});

test("our server takes and refuses the same signatures as Slack's own library", async () => {
  const secret = slack.signingSecret;
  const body = `payload=${encodeURIComponent(JSON.stringify({ type: 'block_actions', actions: [], user: { team_id: 'T0' }, team: { id: 'T0' }, text: 'ü & +' }))}`;
  const signed = signAsSlack(body, secret);
  const minute = 60_000;
  const requests: Record<string, { body?: string; headers: Record<string, string> }> = {
    'as Slack sends it': { headers: signed },
    'signed four minutes ago': { headers: signAsSlack(body, secret, Date.now() - 4 * minute) },
    'signed six minutes ago': { headers: signAsSlack(body, secret, Date.now() - 6 * minute) },
    'tampered with': { headers: signed, body: `${body}+` },
    'encoded again': { headers: signed, body: body.replaceAll('%20', '+').replace('payload', '%70ayload') },
    'signed with another secret': { headers: signAsSlack(body, 'f'.repeat(32)) },
    'with another time': {
      headers: { ...signed, 'x-slack-request-timestamp': String(Math.floor(Date.now() / 1_000) - 1) },
    },
    'of another version': {
      headers: { ...signed, 'x-slack-signature': String(signed['x-slack-signature']).replace('v0', 'v1') },
    },
    'with a forged signature': { headers: { ...signed, 'x-slack-signature': `v0=${'0'.repeat(64)}` } },
    'without a signature': { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  };
  const verdicts = { ours: {} as Record<string, boolean>, bolts: {} as Record<string, boolean> };
  for (const [name, { headers, body: sent = body }] of Object.entries(requests)) {
    verdicts.ours[name] = isSignedBySlack(headers, Buffer.from(sent), secret);
    const response = await fetch(`${url}/slack/interactivity`, { method: 'POST', headers, body: sent });
    await response.body?.cancel();
    verdicts.bolts[name] = response.status !== 401;
  }
  expect(verdicts.ours).toEqual(verdicts.bolts);
  const accepted = Object.keys(requests).filter((name) => verdicts.ours[name]);
  expect(accepted).toEqual(['as Slack sends it', 'signed four minutes ago']);
});
