import { createHash, createHmac } from 'node:crypto';
import { describePeriod, periods } from '#contract/periods.ts';
import { post, readRetryAfter } from '#server/outbox/post.ts';
import { type Sender, type SendResult, sendCutOff } from '#server/outbox/sender.ts';
import { type ComposedEvent, composeEvent, maxBodyBytes } from './compose-event.ts';

/** Connecting, sending and reading the answer together. */
export const eventTimeoutMs = 15_000;
/** A receiver such as n8n or Make takes far more; it keeps a burst from being one of connections. */
const minIntervalMs = 100;

export interface WebhookOptions {
  url: string;
  /** The bytes of the secret behind `whsec_`. */
  key: Uint8Array;
  timeoutMs?: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/** Posts events to the address in `WEBHOOK_URL`, signed. */
export function createEventSender({ now = Date.now, ...options }: WebhookOptions): Sender {
  const postEvent = createEventPost({ now, ...options });
  return {
    address: createHash('sha256').update(options.url).digest('hex'),
    channels: ['events'],
    async send([job], signal) {
      if (job?.kind !== 'submission' && job?.kind !== 'event') throw new Error('Not an event.');
      const result = await postEvent(composeEvent(job), signal);
      const isRetried = result.kind === 'retry' || result.kind === 'unanswered';
      if (!isRetried || signal.aborted || now() - job.queuedAtMs < periods.eventTriedMs) return result;
      return { kind: 'refused', refuses: 'message', code: result.code, detail: result.detail };
    },
    maxSendMs: options.timeoutMs ?? eventTimeoutMs,
    minIntervalMs,
    maxPerMessage: 1,
    retriesParked: true,
    refused: 'parked',
    // The receiver knows by the id what it has taken already.
    unanswered: { pauseQueueAfter: Number.POSITIVE_INFINITY },
    explain: {
      halted:
        'EVENTS HALTED. The address in WEBHOOK_URL answers that it takes no events any more; they are stored and wait. Once it takes them again, run: npm run waitlist -- retry; or set another address and start again',
      refused: () =>
        `EVENT PARKED. The address in WEBHOOK_URL did not take it for ${describePeriod('eventTriedMs')}, or it is above 64 KiB. To see why: npm run waitlist -- stats, and test-webhook; to send it again: npm run waitlist -- retry --parked`,
    },
  };
}

/** Posts an event once; never throws. */
export function createEventPost({ url, key, timeoutMs = eventTimeoutMs, now = Date.now }: WebhookOptions) {
  return async (event: ComposedEvent, signal: AbortSignal): Promise<SendResult> => {
    const bytes = Buffer.byteLength(event.body);
    if (bytes > maxBodyBytes)
      return { kind: 'refused', refuses: 'message', code: 'webhook_too_large', detail: `${bytes} bytes` };
    const headers = signEvent(key, event, now());
    const answer = await post(url, { body: event.body, headers, timeoutMs, signal }, async (response) => {
      // Nothing of the answer is needed.
      await response.body?.cancel();
      return resultOf(response, now());
    });
    if (!('failure' in answer)) return answer;
    const { failure, detail } = answer;
    if (failure === 'stopped') return sendCutOff;
    if (failure === 'timeout') return { kind: 'unanswered', code: 'webhook_unanswered', detail };
    return { kind: 'retry', code: 'webhook_unreached', detail, receiverTrouble: true };
  };
}

/**
 * The headers of Standard Webhooks 1.0.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
function signEvent(key: Uint8Array, { id, body }: ComposedEvent, atMs: number): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1_000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** Statuses that are about this event; any other that is no success would answer all. */
const aboutEvent = [400, 413, 422];

/** 410 means: never again. Any other answer may be one of a receiver that is being set up. */
function resultOf({ status, ok, headers }: Response, nowMs: number): SendResult {
  if (ok) return { kind: 'delivered' };
  const detail = String(status);
  if (status === 410) return { kind: 'refused', refuses: 'all', code: 'webhook_gone', detail };
  const afterMs = readRetryAfter(headers, nowMs);
  return {
    kind: 'retry',
    code: 'webhook_refused',
    detail,
    receiverTrouble: !aboutEvent.includes(status),
    // The store waits for a quarter of an hour at most.
    ...(afterMs !== null && { afterMs }),
  };
}
