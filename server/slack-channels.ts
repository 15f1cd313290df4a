import type { Logger } from 'pino';
import type { Channel } from '#contract/channels.ts';
import type { Config } from './config.ts';
import type { ChannelDelivery } from './delivery/channel-delivery.ts';
import type { MessageUpdates } from './delivery/message-update-outbox.ts';
import { createQuarantineNotice, type QuarantineNoticeLoop } from './delivery/quarantine-notice.ts';
import { createLetter } from './mail/new-letter.ts';
import { isLoopbackHost } from './setting-parsers.ts';
import type { ComposeOptions } from './slack/compose-message.ts';
import { composeQuarantineNotice } from './slack/compose-quarantine-notice.ts';
import type { InteractivityParts } from './slack/interactivity.ts';
import { createSlackSender, describeClockOff } from './slack/send-message.ts';
import { createSlackDeliver, createUpdateDeliver, hashWebhook } from './slack/slack-deliver.ts';
import type { Store } from './store/store.ts';

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

const channels = ['waitlist', 'contact'] as const satisfies readonly Channel[];

/** The webhook of each channel; null: not set, its submissions are stored and wait. */
export const webhooksOf = (config: SlackSettings): Readonly<Record<Channel, string | null>> => ({
  waitlist: config.slackWebhookUrl,
  contact: config.slackContactWebhookUrl,
});

/** Tells the store which webhooks are set: a new one ends the halt of the previous one. */
export async function rememberWebhooks(config: SlackSettings, store: Store, logger: Logger): Promise<void> {
  for (const channel of channels) {
    const webhookUrl = webhooksOf(config)[channel];
    if (webhookUrl === null) continue;
    const count = await store.rememberWebhook(channel, hashWebhook(webhookUrl));
    if (count > 0)
      logger.info({ channel, count }, 'the webhook is a new one: parked messages are sent again');
  }
}

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

/** What clicks in Slack lead to there; null where messages have no buttons. */
export function createSlackUpdates(config: SlackSettings): MessageUpdates | null {
  if (config.slackSigningSecret === null) return null;
  return {
    deliver: createUpdateDeliver(composeOptionsOf(config)),
    minIntervalMs: config.slackMinIntervalMs,
  };
}

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

/** How each channel is sent to; null where no webhook is set. */
export function createSlackDeliveries(
  config: SlackSettings,
  logger: Pick<Logger, 'warn'>,
): Record<Channel, ChannelDelivery | null> {
  const onClockOff = createClockWarning(logger);
  const create = (webhookUrl: string | null): ChannelDelivery | null =>
    webhookUrl === null
      ? null
      : {
          deliver: createSlackDeliver({
            webhookUrl,
            onClockOff,
            ...composeOptionsOf(config),
            consoleUrl: config.console?.url,
          }),
          minIntervalMs: config.slackMinIntervalMs,
          paceKey: hashWebhook(webhookUrl),
        };
  const { waitlist, contact } = webhooksOf(config);
  return { waitlist: create(waitlist), contact: create(contact) };
}

/** Once: the clock of the machine does not change by itself. */
function createClockWarning(logger: Pick<Logger, 'warn'>): (aheadMs: number) => void {
  let isWarned = false;
  return (aheadMs) => {
    if (!isWarned) logger.warn(describeClockOff(aheadMs));
    isWarned = true;
  };
}

/** Notifies a channel of quarantined submissions; null where no webhook is set. */
export function createSlackNotice(
  config: SlackSettings,
  store: Store,
  logger: Logger,
): QuarantineNoticeLoop | null {
  const channel = channels.find((candidate) => webhooksOf(config)[candidate] !== null);
  const webhookUrl = channel === undefined ? null : webhooksOf(config)[channel];
  if (channel === undefined || webhookUrl === null) return null;
  const send = createSlackSender({ webhookUrl });
  return createQuarantineNotice({
    store,
    channel,
    minIntervalMs: config.slackMinIntervalMs,
    send: (count, signal) => send(composeQuarantineNotice(count), signal),
    logger,
  });
}
