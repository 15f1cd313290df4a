import {
  type ExplainedReason,
  explainStoredReason,
  type SendFailure,
  storedReason,
} from '#contract/send-failures.ts';
import type { Config } from '#server/config.ts';
import { composeTestMessage } from '#server/slack/compose-test-message.ts';
import { createWebApi, type WebApi } from '#server/slack/web-api.ts';

/** The result for what one setting leads to. */
export interface SlackCheck {
  setting: string;
  /** What worked, as a sentence about the settings. */
  done: string;
  /** null: everything worked. */
  failure: ExplainedReason | null;
}

/** Where a test message goes. */
interface Target {
  setting: string;
  to: string;
  use: string;
}

export const describeReason = ({ reason, what, advice }: ExplainedReason): string =>
  `${reason}.\n  What happened: ${what}\n  What to do: ${advice}`;

/** null: it was taken. */
export const failureOf = (result: { kind: string } | SendFailure): ExplainedReason | null =>
  'code' in result ? explainStoredReason(storedReason(result)) : null;

/** The only scope that the program needs. */
const neededScope = 'chat:write';

/**
 * Asks Slack whose the token is and what it may do, then posts a test message to each channel, changes it and deletes
 * it. The post shows whether the app is in the channel; asking Slack for that would need another scope.
 */
export async function checkSlackApp(
  { waitlistChannel, contactChannel, ...options }: NonNullable<Config['slackApp']>,
  { now, onClockDifference }: { now: Date; onClockDifference(aheadMs: number): void },
): Promise<SlackCheck[]> {
  const call = createWebApi({ ...options, onClockDifference });
  const checks = [await checkToken(call)];
  if (checks[0]?.failure !== null) return checks;
  const settings = ['SLACK_CHANNEL', 'SLACK_CONTACT_CHANNEL'] as const;
  for (const target of listTargets(waitlistChannel, contactChannel, settings))
    checks.push(await checkChannel(call, target, now));
  return checks;
}

/** What serves both channels gets one test message. */
export function listTargets(
  waitlist: string | null,
  contact: string | null,
  [ofWaitlist, ofContact]: readonly [string, string],
): Target[] {
  const targets = [
    { setting: ofWaitlist, to: waitlist, use: 'Applications to the waitlist' },
    { setting: ofContact, to: contact, use: 'Messages from the contact page' },
  ];
  if (waitlist === contact)
    targets.splice(0, 2, {
      setting: ofWaitlist,
      to: waitlist,
      use: 'Applications to the waitlist and messages from the contact page',
    });
  return targets.flatMap(({ to, ...target }) => (to === null ? [] : [{ ...target, to }]));
}

async function checkToken(call: WebApi): Promise<SlackCheck> {
  const setting = 'SLACK_BOT_TOKEN';
  const result = await call('auth.test', {}, new AbortController().signal);
  if (result.kind !== 'answered') return { setting, done: '', failure: failureOf(result) };
  const { answer, scopes } = result;
  const named = scopes === undefined ? '' : `, with the scopes ${scopes.join(', ')}`;
  const done = `the app ${answer['user']} in the workspace ${answer['team']}${named}`;
  const failure =
    scopes === undefined || scopes.includes(neededScope)
      ? null
      : failureOf({ code: 'slack_app_missing_scope', detail: neededScope });
  return { setting, done, failure };
}

async function checkChannel(call: WebApi, { setting, to, use }: Target, now: Date): Promise<SlackCheck> {
  const { signal } = new AbortController();
  const payload = composeTestMessage(use, now);
  const posted = await call('chat.postMessage', { channel: to, ...payload }, signal);
  if (posted.kind !== 'answered') return { setting, done: '', failure: failureOf(posted) };
  const { channel, ts } = posted.answer;
  const { text, blocks } = composeTestMessage(`${use} (changed)`, now);
  const changed = await call('chat.update', { channel, ts, text, blocks }, signal);
  // Deleted even if it could not be changed: no test message stays in the channel.
  const deleted = await call('chat.delete', { channel, ts }, signal);
  let done = 'a test message was posted, changed and deleted';
  if (deleted.kind !== 'answered') done = 'a test message was posted and changed, and could not be deleted';
  if (changed.kind !== 'answered') done = 'a test message was posted, and could not be changed';
  return { setting, done, failure: failureOf(changed) ?? failureOf(deleted) };
}
