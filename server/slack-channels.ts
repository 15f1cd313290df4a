import type { Logger } from 'pino';
import type { JobChannel, SubmissionChannel } from '#contract/channels.ts';
import type { Config } from './config.ts';
import { makeNewLetter } from './mail/new-letter.ts';
import type { Sender } from './outbox/sender.ts';
import { isLoopbackHost } from './setting-forms.ts';
import type { InteractivityParts } from './slack/interactivity.ts';
import { describeClockOff } from './slack/post-json.ts';
import {
  createAppSender,
  createChangeSender,
  createClickSender,
  createWebhookSender,
} from './slack/slack-senders.ts';

/** What messages of each channel are posted to: a webhook, or a channel of the app; null: nothing is set, they wait. */
export const targetsOf = ({
  slackApp,
  slackWebhookUrl,
  slackContactWebhookUrl,
}: Config): Readonly<Record<SubmissionChannel, string | null>> => ({
  waitlist: slackApp?.waitlistChannel ?? slackWebhookUrl,
  contact: slackApp?.contactChannel ?? slackContactWebhookUrl,
});

/** Takes the clicks on buttons; null where messages have none. */
export function createInteractivity(config: Config, parts: Pick<InteractivityParts, 'store' | 'onQueued'>) {
  const { slackSigningSecret, slackApp, slackWebhookUrl, mail, timeZone } = config;
  if (slackSigningSecret === null) return null;
  const slack = URL.parse(slackApp?.apiUrl ?? slackWebhookUrl ?? '');
  return {
    ...parts,
    hasApp: slackApp !== null,
    signingSecret: slackSigningSecret,
    standInOrigin: slack !== null && isLoopbackHost(slack.hostname) ? slack.origin : null,
    makeNewLetter: mail === null ? null : () => makeNewLetter(mail.from),
    timeZone,
  };
}

/** One for each webhook, or channel of the app, that is set; the app's changes; and what clicks lead to. */
export function createSlackSenders(config: Config, logger: Pick<Logger, 'warn'>): Sender[] {
  const { slackApp: app, slackMinIntervalMs: minIntervalMs, slackSigningSecret } = config;
  const compose = {
    timeZone: config.timeZone,
    hasButtons: slackSigningSecret !== null,
    sendsLetters: config.mail !== null,
    consoleUrl: config.console?.url ?? null,
  };
  const options = { minIntervalMs, compose };
  const onClockDifference = createClockWarning(logger);
  const channelsOfTarget = new Map<string, JobChannel[]>();
  for (const [channel, target] of Object.entries(targetsOf(config)) as [SubmissionChannel, string | null][]) {
    if (target === null) continue;
    // Notices go to the first of them.
    const first: JobChannel[] = channelsOfTarget.size === 0 ? ['notices'] : [];
    channelsOfTarget.set(target, [...(channelsOfTarget.get(target) ?? first), channel]);
  }
  return [
    ...[...channelsOfTarget].map(([target, channels]) => {
      const posting = { channels, onClockDifference, ...options };
      return app === null
        ? createWebhookSender({ webhookUrl: target, ...posting })
        : createAppSender({ apiUrl: app.apiUrl, token: app.token, slackChannel: target, ...posting });
    }),
    ...(app === null ? [] : [createChangeSender({ ...app, onClockDifference, ...options })]),
    ...(slackSigningSecret === null ? [] : [createClickSender(options)]),
  ];
}

/** Logged once: the clock of the machine does not change by itself. */
function createClockWarning(logger: Pick<Logger, 'warn'>): (aheadMs: number) => void {
  let isWarned = false;
  return (aheadMs) => {
    if (!isWarned) logger.warn(describeClockOff(aheadMs));
    isWarned = true;
  };
}
