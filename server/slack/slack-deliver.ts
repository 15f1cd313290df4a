import { createHash } from 'node:crypto';
import type { SendResult } from '#server/delivery/send-result.ts';
import type { MessageUpdateClaim } from '#server/store/message-update.ts';
import type { StoredSubmission } from '#server/store/store.ts';
import { type ComposeOptions, composeMessage } from './compose-message.ts';
import { composeUpdate } from './compose-update.ts';
import { createSlackSender, type SlackSenderOptions } from './send-message.ts';

export type SlackDeliverOptions = SlackSenderOptions & ComposeOptions;

/** Composes the submissions' message and posts it. */
export function createSlackDeliver({
  timeZone,
  hasButtons,
  sendsLetters,
  consoleUrl,
  ...senderOptions
}: SlackDeliverOptions): (
  submissions: readonly StoredSubmission[],
  signal: AbortSignal,
) => Promise<SendResult> {
  const send = createSlackSender(senderOptions);
  return (submissions, signal) =>
    send(composeMessage(submissions, { timeZone, hasButtons, sendsLetters, consoleUrl }), signal);
}

/** Composes what a click leads to, and posts it to the click's response URL. */
export function createUpdateDeliver({
  timeZone,
  hasButtons,
  sendsLetters,
  ...senderOptions
}: Omit<SlackDeliverOptions, 'webhookUrl' | 'consoleUrl'>): (
  claim: MessageUpdateClaim,
  signal: AbortSignal,
) => Promise<SendResult> {
  return async (claim, signal) => {
    const send = createSlackSender({ webhookUrl: claim.responseUrl, ...senderOptions });
    const result = await send(composeUpdate(claim, { timeZone, hasButtons, sendsLetters }), signal);
    // Expired or used up: that says nothing about other response URLs.
    return result.kind === 'refused' ? { ...result, scope: 'message' } : result;
  };
}

/** Identifies a webhook without revealing its address: hexadecimal SHA-256. */
export const hashWebhook = (webhookUrl: string): string =>
  createHash('sha256').update(webhookUrl).digest('hex');
