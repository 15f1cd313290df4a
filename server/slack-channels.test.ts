import { expect, test } from 'vitest';
import { storedSubmission } from '#test/sample-submissions.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';
import { readConfig } from './config.ts';
import { createSlackDeliveries } from './slack-channels.ts';

const adminUrl = { ADMIN_URL: 'https://console.example.com' };

test.each([
  ['with an address of the console', adminUrl, true],
  ['without one', {}, false],
  ['with the console off', { ...adminUrl, ADMIN_PORT: 'off' }, false],
])('a digest %s', async (_name, settings, isLinked) => {
  const slack = await startSlackStandIn();
  const config = readConfig({ SLACK_WEBHOOK_URL: slack.waitlistUrl, ...settings });
  const two = [storedSubmission(), storedSubmission({ kind: 'venue' })];
  const result = await createSlackDeliveries(config, { warn: () => {} }).waitlist?.deliver(
    two,
    new AbortController().signal,
  );
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
  const { waitlist, contact } = createSlackDeliveries(config, {
    warn: (text: unknown) => void warnings.push(text),
  });
  for (const channel of [waitlist, contact, waitlist])
    await channel?.deliver([storedSubmission()], new AbortController().signal);
  expect(warnings).toEqual([expect.stringContaining('clock is 10 minutes ahead of Slack')]);
  await slack.close();
});
