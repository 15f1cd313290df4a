import {
  type ExplainedReason,
  explainStoredReason,
  type SendFailure,
  storedReason,
} from '#contract/send-failures.ts';
import type { Config } from '#server/config.ts';
import { composeTestMessage } from '#server/slack/compose-test-message.ts';
import { createWebApi, type WebApi } from '#server/slack/web-api.ts';

/** Of what a setting leads to. */
export interface SlackCheck {
  setting: string;
  /** What worked, as a sentence about the settings. */
  done: string;
  /** null: everything worked. */
  failure: ExplainedReason | null;
}

export const describeReason = ({ reason, what, advice }: ExplainedReason): string =>
  `${reason}.\n  What happened: ${what}\n  What to do: ${advice}`;

const explainFailure = (failure: SendFailure): ExplainedReason => explainStoredReason(storedReason(failure));

/** null: it was taken. */
export const failureOf = (
  result: { kind: 'delivered' } | ({ kind: string } & SendFailure),
): ExplainedReason | null => ('code' in result ? explainFailure(result) : null);

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
  const token = await checkToken(call);
  if (token.failure !== null) return [token];
  const checks = [token];
  const settings = ['SLACK_CHANNEL', 'SLACK_CONTACT_CHANNEL'] as const;
  for (const { setting, to, use } of listTargets(waitlistChannel, contactChannel, settings))
    checks.push({ setting, ...(await checkChannel(call, to, use, now)) });
  return checks;
}

/** Where test messages go; what serves both channels gets one. */
export function listTargets(
  waitlist: string | null,
  contact: string | null,
  [ofWaitlist, ofContact]: readonly [string, string],
): { setting: string; to: string; use: string }[] {
  if (waitlist !== null && waitlist === contact) {
    const use = 'Applications to the waitlist and messages from the contact page';
    return [{ setting: ofWaitlist, to: waitlist, use }];
  }
  return [
    ...(waitlist === null
      ? []
      : [{ setting: ofWaitlist, to: waitlist, use: 'Applications to the waitlist' }]),
    ...(contact === null ? [] : [{ setting: ofContact, to: contact, use: 'Messages from the contact page' }]),
  ];
}

async function checkToken(call: WebApi): Promise<SlackCheck> {
  const setting = 'SLACK_BOT_TOKEN';
  const result = await call('auth.test', {}, new AbortController().signal);
  if (result.kind !== 'answered') return { setting, done: '', failure: explainFailure(result) };
  const { answer, scopes } = result;
  const named = scopes === undefined ? '' : `, with the scopes ${scopes.join(', ')}`;
  const done = `the app ${answer['user']} in the workspace ${answer['team']}${named}`;
  const failure =
    scopes === undefined || scopes.includes(neededScope)
      ? null
      : explainFailure({ code: 'slack_app_missing_scope', detail: neededScope });
  return { setting, done, failure };
}

async function checkChannel(
  call: WebApi,
  named: string,
  use: string,
  now: Date,
): Promise<Omit<SlackCheck, 'setting'>> {
  const { signal } = new AbortController();
  const payload = composeTestMessage(use, now);
  const posted = await call('chat.postMessage', { channel: named, ...payload }, signal);
  if (posted.kind !== 'answered') return { done: '', failure: explainFailure(posted) };
  const { channel, ts } = posted.answer;
  const { text, blocks } = composeTestMessage(`${use} (changed)`, now);
  const changed = await call('chat.update', { channel, ts, text, blocks }, signal);
  // Deleted even if it could not be changed: no test message stays in the channel.
  const deleted = await call('chat.delete', { channel, ts }, signal);
  if (changed.kind !== 'answered')
    return { done: 'a test message was posted, and could not be changed', failure: explainFailure(changed) };
  if (deleted.kind !== 'answered')
    return {
      done: 'a test message was posted and changed, and could not be deleted',
      failure: explainFailure(deleted),
    };
  return { done: 'a test message was posted, changed and deleted', failure: null };
}
