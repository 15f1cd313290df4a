import { createHash } from 'node:crypto';
import type { SendResult } from '#server/delivery/send-result.ts';
import type { StoredSubmission } from '#server/store/store.ts';
import { type ComposeOptions, composeMessage } from './compose-message.ts';
import { createSlackSender, type SlackSenderOptions } from './send-message.ts';

export type SlackDeliverOptions = SlackSenderOptions & ComposeOptions;

/** Composes the submissions' message and posts it. */
export function createSlackDeliver({
  timeZone,
  ...senderOptions
}: SlackDeliverOptions): (
  submissions: readonly StoredSubmission[],
  signal: AbortSignal,
) => Promise<SendResult> {
  const send = createSlackSender(senderOptions);
  return (submissions, signal) => send(composeMessage(submissions, { timeZone }), signal);
}

/** Identifies a webhook without revealing its address: hexadecimal SHA-256. */
export const hashWebhook = (webhookUrl: string): string =>
  createHash('sha256').update(webhookUrl).digest('hex');
