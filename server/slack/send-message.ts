import type { SlackPayload } from './message-blocks.ts';

/** Connecting, sending and reading the answer together. */
export const sendTimeoutMs = 10_000;
/** Slack's answers are words; more than this is not one. */
const maxAnswerBytes = 1_024;
/** A longer `Retry-After` is taken for an error of whoever set it. */
const maxRetryAfterMs = 24 * 60 * 60_000;

/** What became of a send; the shape that `server/delivery/outcome.ts` asks for. */
export type SendOutcome =
  | { kind: 'delivered' }
  | { kind: 'retry'; afterMs?: number; reason: string; channelTrouble: boolean }
  | { kind: 'refused'; scope: 'message' | 'channel'; reason: string };

export interface SlackSenderOptions {
  /** A secret: it stands in no reason and no error. */
  webhookUrl: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
  /** Milliseconds since the epoch; for a `Retry-After` that is a date. */
  now?: () => number;
}

export type SlackSender = (payload: SlackPayload, signal: AbortSignal) => Promise<SendOutcome>;

/**
 * Posts to an incoming webhook once and says what came of it; never throws. After a timeout or a cut
 * connection Slack may have posted the message all the same.
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors
 */
export function createSlackSender({
  webhookUrl,
  fetch = globalThis.fetch,
  timeoutMs = sendTimeoutMs,
  now = Date.now,
}: SlackSenderOptions): SlackSender {
  return async (payload, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
        body: JSON.stringify(payload),
        redirect: 'manual',
        signal: AbortSignal.any([timeout, signal]),
      });
      return classifyAnswer(
        response.status,
        response.headers.get('retry-after'),
        await readAnswer(response),
        now(),
      );
    } catch (error) {
      return { kind: 'retry', reason: describeFailure(error, timeout, signal), channelTrouble: true };
    }
  };
}

/** The outcome that Slack's status and words stand for. */
export function classifyAnswer(
  status: number,
  retryAfter: string | null,
  answer: string,
  nowMs: number,
): SendOutcome {
  if (status === 200 && answer === 'ok') return { kind: 'delivered' };
  const reason = describeAnswer(status, answer);
  if (status === 429 || status === 408 || status < 400 || status >= 500) {
    const afterMs = status === 429 || status === 503 ? parseRetryAfter(retryAfter, nowMs) : null;
    return { kind: 'retry', ...(afterMs === null ? {} : { afterMs }), reason, channelTrouble: true };
  }
  return { kind: 'refused', scope: refusedScope(status, answer), reason };
}

/** Words that are about the message even though other 4xx are about the webhook. */
const messageRefusals = new Set([
  'invalid_payload',
  'invalid_blocks',
  'no_text',
  'msg_too_long',
  'too_many_attachments',
]);
const channelRefusals = new Set([
  'action_prohibited',
  'channel_is_archived',
  'channel_not_found',
  'invalid_token',
  'no_active_hooks',
  'no_service',
  'no_service_id',
  'no_team',
  'posting_to_general_channel_denied',
  'team_disabled',
  'user_not_found',
]);

function refusedScope(status: number, answer: string): 'message' | 'channel' {
  if (channelRefusals.has(answer)) return 'channel';
  if (messageRefusals.has(answer)) return 'message';
  return status === 400 || status === 413 || status === 422 ? 'message' : 'channel';
}

/** Milliseconds until the time a `Retry-After` names, in seconds or as a date (RFC 9110, 10.2.3); null when it names none. */
export function parseRetryAfter(value: string | null, nowMs: number): number | null {
  if (value === null) return null;
  const text = value.trim();
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Math.ceil(Number(text) * 1_000) : Date.parse(text) - nowMs;
  if (Number.isNaN(waitMs)) return null;
  return Math.min(Math.max(waitMs, 0), maxRetryAfterMs);
}

/** Only words of Slack's own form are passed on: an unknown answer could hold anything. */
function describeAnswer(status: number, answer: string): string {
  return /^[a-z_]{1,60}$/.test(answer) ? `Slack answered ${status} ${answer}` : `Slack answered ${status}`;
}

async function readAnswer(response: Response): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let answer = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    answer += decoder.decode(chunk, { stream: true });
    if (bytes > maxAnswerBytes) return '';
  }
  return answer.trim();
}

function describeFailure(error: unknown, timeout: AbortSignal, signal: AbortSignal): string {
  if (signal.aborted) return 'the send was cut off by a stop';
  if (timeout.aborted) return 'Slack did not answer in time';
  // Codes such as ECONNRESET only: messages may name the address.
  const cause = error instanceof Error ? error.cause : null;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
  return code !== null && /^[A-Z_]{1,40}$/.test(code)
    ? `Slack was not reached (${code})`
    : 'Slack was not reached';
}
