import type { Logger } from 'pino';
import type { JobChannel, SubmissionChannel } from '#contract/channels.ts';
import type { Config } from './config.ts';
import { createLetter } from './mail/new-letter.ts';
import type { Sender } from './outbox/sender.ts';
import { isLoopbackHost } from './setting-parsers.ts';
import type { ComposeOptions } from './slack/compose-message.ts';
import type { InteractivityParts } from './slack/interactivity.ts';
import { describeClockOff } from './slack/send-message.ts';
import { createClickSender, createWebhookSender } from './slack/slack-senders.ts';

type SlackSettings = Pick<
  Config,
  | 'slackWebhookUrl'
  | 'slackContactWebhookUrl'
  | 'slackMinIntervalMs'
  | 'slackSigningSecret'
  | 'mail'
  | 'timeZone'
  | 'console'
>;

/** The webhook of each channel; null: not set, its submissions are stored and wait. */
export const webhooksOf = (
  config: SlackSettings,
): Readonly<Partial<Record<SubmissionChannel, string | null>>> => ({
  waitlist: config.slackWebhookUrl,
  contact: config.slackContactWebhookUrl,
});

/** What messages offer beyond the application, by the settings. */
const composeOptionsOf = ({
  slackSigningSecret,
  mail,
  timeZone,
}: SlackSettings): Omit<ComposeOptions, 'consoleUrl'> => ({
  timeZone,
  hasButtons: slackSigningSecret !== null,
  sendsLetters: mail !== null,
});

/** How clicks are taken; null where messages have no buttons. */
export function createInteractivity(
  config: SlackSettings,
  parts: Pick<InteractivityParts, 'store' | 'onQueued'>,
): Omit<InteractivityParts, 'headers' | 'logFailure'> | null {
  const { slackSigningSecret, slackWebhookUrl, mail, timeZone } = config;
  if (slackSigningSecret === null) return null;
  const webhook = slackWebhookUrl === null ? null : new URL(slackWebhookUrl);
  return {
    ...parts,
    signingSecret: slackSigningSecret,
    standInOrigin: webhook !== null && isLoopbackHost(webhook.hostname) ? webhook.origin : null,
    createLetter: mail === null ? null : () => createLetter(mail.from),
    timeZone,
  };
}

/** One for each webhook that is set, and one for what clicks lead to. */
export function createSlackSenders(config: SlackSettings, logger: Pick<Logger, 'warn'>): Sender[] {
  const { slackMinIntervalMs: minIntervalMs, slackSigningSecret } = config;
  const options = { minIntervalMs, ...composeOptionsOf(config) };
  const onClockOff = createClockWarning(logger);
  const channelsOfWebhook = new Map<string, JobChannel[]>();
  for (const [channel, webhookUrl] of Object.entries(webhooksOf(config)) as [
    SubmissionChannel,
    string | null,
  ][]) {
    if (webhookUrl === null) continue;
    // Notices go to the first of them.
    const first: JobChannel[] = channelsOfWebhook.size === 0 ? ['notices'] : [];
    channelsOfWebhook.set(webhookUrl, [...(channelsOfWebhook.get(webhookUrl) ?? first), channel]);
  }
  return [
    ...[...channelsOfWebhook].map(([webhookUrl, channels]) =>
      createWebhookSender({ webhookUrl, channels, onClockOff, ...options, consoleUrl: config.console?.url }),
    ),
    ...(slackSigningSecret === null ? [] : [createClickSender(options)]),
  ];
}

/** Once: the clock of the machine does not change by itself. */
function createClockWarning(logger: Pick<Logger, 'warn'>): (aheadMs: number) => void {
  let isWarned = false;
  return (aheadMs) => {
    if (!isWarned) logger.warn(describeClockOff(aheadMs));
    isWarned = true;
  };
}
