import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { ChannelDelivery } from './delivery/channel-delivery.ts';
import { createQuarantineNotice, type QuarantineNoticeLoop } from './delivery/quarantine-notice.ts';
import { composeQuarantineNotice } from './slack/compose-quarantine-notice.ts';
import { createSlackSender } from './slack/send-message.ts';
import { createSlackDeliver, hashWebhook } from './slack/slack-deliver.ts';
import type { Channel, Store } from './store/store.ts';

type SlackSettings = Pick<
  Config,
  'slackWebhookUrl' | 'slackContactWebhookUrl' | 'slackMinIntervalMs' | 'timeZone'
>;

const channels = ['waitlist', 'contact'] as const satisfies readonly Channel[];

/** The webhook of each channel; null: not set, its submissions are stored and wait. */
export const webhooksOf = (config: SlackSettings): Readonly<Record<Channel, string | null>> => ({
  waitlist: config.slackWebhookUrl,
  contact: config.slackContactWebhookUrl,
});

/** Tells the store which webhooks are set: a new one ends the halt of the one before it. */
export async function announceWebhooks(config: SlackSettings, store: Store, logger: Logger): Promise<void> {
  for (const channel of channels) {
    const webhookUrl = webhooksOf(config)[channel];
    if (webhookUrl === null) continue;
    const count = await store.announceWebhook(channel, hashWebhook(webhookUrl));
    if (count > 0)
      logger.info({ channel, count }, 'the webhook is a new one: parked messages are sent again');
  }
}

/** How each channel is sent to; null where no webhook is set. */
export function createSlackDeliveries(config: SlackSettings): Record<Channel, ChannelDelivery | null> {
  const create = (webhookUrl: string | null): ChannelDelivery | null =>
    webhookUrl === null
      ? null
      : {
          deliver: createSlackDeliver({ webhookUrl, timeZone: config.timeZone }),
          minIntervalMs: config.slackMinIntervalMs,
          paceKey: hashWebhook(webhookUrl),
        };
  const { waitlist, contact } = webhooksOf(config);
  return { waitlist: create(waitlist), contact: create(contact) };
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
