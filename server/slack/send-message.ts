import type { SendFailure, SendFailureCode } from '#contract/send-failures.ts';
import type { SendResult } from '#server/delivery/send-result.ts';
import type { SlackPayload } from './message-blocks.ts';

/** Connecting, sending and reading the answer together. */
export const sendTimeoutMs = 10_000;
/** Slack answers with one word; a longer answer is not Slack's. */
const maxAnswerBytes = 1_024;
/**
 * A longer `Retry-After` is cut to this. Slack takes a message a second from a webhook, so its windows are
 * seconds, 30 in its own example; and one post a minute is no burden where something else asks for hours.
 * https://docs.slack.dev/apis/web-api/rate-limits
 */
export const maxRetryAfterMs = 60_000;

export interface SlackSenderOptions {
  /** A secret: it stands in no reason and no error. */
  webhookUrl: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
  /** Milliseconds since the epoch; for a `Retry-After` that is a date. */
  now?: () => number;
}

export type SlackSender = (payload: SlackPayload, signal: AbortSignal) => Promise<SendResult>;

/**
 * Posts to an incoming webhook once and returns the result; never throws. After a timeout or a lost
 * connection Slack may have posted the message nevertheless.
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
      if (signal.aborted) return { kind: 'retry', code: 'send_cut_off', detail: null, channelTrouble: true };
      if (timeout.aborted) return { kind: 'unanswered', code: 'slack_unanswered', detail: null };
      return { kind: 'retry', ...describeFailure(error), channelTrouble: true };
    }
  };
}

/** What Slack's status and answer mean. */
export function classifyAnswer(
  status: number,
  retryAfter: string | null,
  answer: string,
  nowMs: number,
): SendResult {
  const word = readWord(answer);
  if (status === 200 && word === 'ok') return { kind: 'delivered' };
  const failure = { code: codeOf(status, word), detail: describeAnswer(status, word) };
  if (status === 429 || status === 408 || status < 400 || status >= 500) {
    const afterMs = status === 429 || status === 503 ? parseRetryAfter(retryAfter, nowMs) : null;
    return { kind: 'retry', ...(afterMs === null ? {} : { afterMs }), ...failure, channelTrouble: true };
  }
  return { kind: 'refused', scope: refusedScope(status, word), ...failure };
}

function codeOf(status: number, word: string): SendFailureCode {
  const code = `slack_${word}`;
  if (channelRefusals.has(word) || messageRefusals.has(word)) return code as SendFailureCode;
  if (status === 429) return 'slack_rate_limited';
  return status >= 500 ? 'slack_in_trouble' : 'slack_other_answer';
}

/** Webhooks answer with a word; response URLs also with `{"ok":true}` or `{"ok":false,"error":"used_url"}`. */
function readWord(answer: string): string {
  if (!answer.startsWith('{')) return answer;
  try {
    const { ok, error } = JSON.parse(answer) as { ok?: unknown; error?: unknown };
    return ok === true ? 'ok' : String(error ?? '');
  } catch {
    return answer;
  }
}

/** Answers about the message, whatever their status. */
const messageRefusals = new Set([
  'invalid_payload',
  'invalid_blocks',
  'no_text',
  'msg_too_long',
  'too_many_attachments',
]);
/** Answers about the webhook or its channel. */
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

/**
 * Milliseconds to wait by a `Retry-After`, which is a number of seconds or a date (RFC 9110, 10.2.3), up to
 * `maxRetryAfterMs`; null when it is neither, or a date that has passed.
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, maxRetryAfterMs);
  // Only this form: `Date.parse` alone takes `-1` and `1,2` for years.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const waitMs = Date.parse(text) - nowMs;
  return waitMs > 0 ? Math.min(waitMs, maxRetryAfterMs) : null;
}

/** Only answers in the form of Slack's words are passed on: any other could contain anything. */
const describeAnswer = (status: number, answer: string): string =>
  /^[a-z_]{1,60}$/.test(answer) ? `${status} ${answer}` : String(status);

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

function describeFailure(error: unknown): SendFailure {
  // Codes such as ECONNRESET only: messages may name the address.
  const cause = error instanceof Error ? error.cause : null;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return {
    code: code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'slack_host_unknown' : 'slack_unreached',
    detail: /^[A-Z_]{1,40}$/.test(code) ? code : null,
  };
}
