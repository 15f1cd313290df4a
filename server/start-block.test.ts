import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { readRelease } from './release.ts';
import { describeStart } from './start-block.ts';

const webhook = 'https://hooks.slack.com/services/T0ENTREE0/B0WAITLIST/hunter2';
const app = { SLACK_BOT_TOKEN: 'xoxb-1234567890-hunter2', SLACK_CHANNEL: '#waitlist' };
const standIn = { SLACK_API_URL: 'http://127.0.0.1:4000/api/' };
const buttons = { SLACK_SIGNING_SECRET: 'f'.repeat(32) };

test.each([
  [{}, 'not connected: submissions are stored'],
  [{ SLACK_WEBHOOK_URL: webhook }, 'connected by webhook\n'],
  [
    { SLACK_CONTACT_WEBHOOK_URL: webhook },
    'connected by webhook for contact messages; applications are stored',
  ],
  [{ ...app, ...buttons }, 'connected as an app, with buttons\n'],
  [{ ...app, ...standIn }, 'connected as an app to a stand-in at 127.0.0.1:4000\n'],
])('the start block says which way Slack is reached: %j', (env, line) => {
  const block = describeStart({
    config: readConfig(env),
    isDamaged: false,
    port: 3000,
    channels: [],
    consoleAddress: null,
  });
  expect(block).toContain(`  Release  ${readRelease()}\n`);
  expect(block).toContain(`  Slack    ${line}`);
  expect(block).not.toContain('hunter2');
});

test('the start block says that receipts are on, and what holds them up', () => {
  const state = { delivered: 0, parked: 0, parkedSequences: [], quarantined: 0, oldestWaitingAgeMs: 0 };
  const channel = {
    channel: 'receipts',
    haltedReason: 'mail_all_refused 554',
    waiting: 2,
    ...state,
  } as const;
  const blockOf = (env: Record<string, string>) =>
    describeStart({
      config: readConfig(env),
      isDamaged: false,
      port: 3000,
      channels: [channel],
      consoleAddress: null,
    });
  const mail = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.com' };
  expect(blockOf({ ...mail, RECEIPTS: 'on' })).toMatch(
    /Letters {2}from a@example\.com by localhost\n +receipts go to who applies\n +the receipts channel is halted \(mail_all_refused 554\)/,
  );
  expect(blockOf(mail)).not.toContain('receipts');
});

test('the start block names the host that events go to, and nothing else of its address', () => {
  const blockOf = (env: Record<string, string>) =>
    describeStart({
      config: readConfig(env),
      isDamaged: false,
      port: 3000,
      channels: [
        {
          channel: 'events',
          haltedReason: 'webhook_gone 410',
          waiting: 2,
          delivered: 0,
          parked: 0,
          parkedSequences: [],
          quarantined: 0,
          oldestWaitingAgeMs: 0,
        },
      ],
      consoleAddress: null,
    });
  const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const block = blockOf({ WEBHOOK_URL: 'https://n8n.example.com/hunter2', WEBHOOK_SECRET });
  expect(block).toMatch(
    / {2}Events {3}to n8n\.example\.com\n +the events channel is halted \(webhook_gone 410\)/,
  );
  expect(block).not.toContain('hunter2');
  expect(blockOf({})).not.toContain('vents');
});
