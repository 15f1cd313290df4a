import { expect, test } from 'vitest';
import { storedSubmission, submissionJob } from '#test/sample-submissions.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';
import { readConfig } from './config.ts';
import { createSlackSenders } from './slack-channels.ts';

const silent = { warn: () => {} };
const adminUrl = { ADMIN_URL: 'https://console.example.com' };

test.each([
  ['with an address of the console', adminUrl, true],
  ['without one', {}, false],
  ['with the console off', { ...adminUrl, ADMIN_PORT: 'off' }, false],
])('a digest %s', async (_name, settings, isLinked) => {
  const slack = await startSlackStandIn();
  const config = readConfig({ SLACK_WEBHOOK_URL: slack.waitlistUrl, ...settings });
  const two = [submissionJob(), submissionJob(storedSubmission({ kind: 'venue' }))];
  const result = await createSlackSenders(config, silent)[0]?.send(two, new AbortController().signal);
  expect(result).toMatchObject({ kind: 'delivered' });
  const posted = JSON.stringify(slack.messages.map(({ payload }) => payload));
  expect(posted.includes('https://console.example.com/#/applicants?state=new')).toBe(isLinked);
  expect(posted.includes('console')).toBe(isLinked);
  expect(slack.violations).toEqual([]);
  await slack.close();
});

test('a clock that is off is warned of once', async () => {
  const slack = await startSlackStandIn();
  slack.setClockAhead(-600_000);
  const warnings: unknown[] = [];
  const config = readConfig({ SLACK_WEBHOOK_URL: slack.waitlistUrl });
  const [sender] = createSlackSenders(config, { warn: (text: unknown) => void warnings.push(text) });
  for (const _ of [1, 2]) await sender?.send([submissionJob()], new AbortController().signal);
  expect(warnings).toEqual([expect.stringContaining('clock is 10 minutes ahead of Slack')]);
  await slack.close();
});

test('channels with one webhook have one sender, and notices go to the first that is set', () => {
  const [waitlistUrl, contactUrl] = [
    'https://hooks.slack.com/services/T/B/1',
    'https://hooks.slack.com/services/T/B/2',
  ];
  const channelsOf = (settings: Record<string, string>) =>
    createSlackSenders(readConfig(settings), silent).map(({ channels }) => channels);
  expect(channelsOf({ SLACK_WEBHOOK_URL: waitlistUrl })).toEqual([['notices', 'waitlist', 'contact']]);
  expect(channelsOf({ SLACK_CONTACT_WEBHOOK_URL: contactUrl })).toEqual([['notices', 'contact']]);
  expect(channelsOf({ SLACK_WEBHOOK_URL: waitlistUrl, SLACK_CONTACT_WEBHOOK_URL: contactUrl })).toEqual([
    ['notices', 'waitlist'],
    ['contact'],
  ]);
  expect(channelsOf({})).toEqual([]);
});
