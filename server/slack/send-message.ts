import { isSendFailureCode, type SendFailureCode, scopeOf } from '#contract/send-failures.ts';
import type { SendResult } from '#server/outbox/sender.ts';
import { checkClock } from './check-clock.ts';
import type { SlackPayload } from './message-blocks.ts';
import { postJson } from './post-json.ts';

/**
 * Connecting, sending and reading the answer together: the longest time that a send takes. Slack was seen to answer
 * twelve seconds after it had posted a message; a sender that does not wait for that posts it again.
 */
export const longestSlackSendMs = 30_000;
/** Slack answers with one word; a longer answer is not Slack's. */
const maxAnswerBytes = 1_024;
/**
 * A longer `Retry-After` is cut to this. Slack takes a message a second from a webhook, so its windows are seconds
 * (30 in its own example). If something else asks for hours, one post a minute does no harm.
 * https://docs.slack.dev/apis/web-api/rate-limits
 */
export const maxRetryAfterMs = 60_000;

export interface SlackSenderOptions {
  /** A secret: it stands in no result and no error. */
  webhookUrl: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
  /** Milliseconds since the epoch; for a `Retry-After` that is a date, and to compare with Slack's clock. */
  now?: () => number;
  /** This machine's clock is ahead of Slack's by so many milliseconds, or behind it (negative). */
  onClockOff?: ((aheadMs: number) => void) | undefined;
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
  timeoutMs = longestSlackSendMs,
  now = Date.now,
  onClockOff,
}: SlackSenderOptions): SlackSender {
  return async (payload, signal) => {
    const answer = await postJson(webhookUrl, payload, { fetch, timeoutMs, maxAnswerBytes, signal });
    if ('kind' in answer) return answer;
    const result = classifyAnswer(answer.status, answer.retryAfter, answer.text, now());
    if (result.kind === 'delivered') checkClock(answer, now(), onClockOff);
    return result;
  };
}

/**
 * What Slack's status and answer mean. Only Slack's own words are final: a proxy or a firewall may have answered
 * in its place.
 */
export function classifyAnswer(
  status: number,
  retryAfter: string | null,
  answer: string,
  nowMs: number,
): SendResult {
  const word = readWord(answer);
  if (status === 200 && word === 'ok') return { kind: 'delivered' };
  const detail = describeAnswer(status, word);
  const refusal = `slack_${word}`;
  if (status >= 400 && status < 500 && isSendFailureCode(refusal)) {
    const scope = scopeOf(refusal);
    if (scope !== null) return { kind: 'refused', scope, code: refusal, detail };
  }
  const afterMs = status === 429 || status === 503 ? parseRetryAfter(retryAfter, nowMs) : null;
  return {
    kind: 'retry',
    ...(afterMs === null ? {} : { afterMs }),
    code: codeOfStatus(status),
    detail,
    channelTrouble: true,
    ...(status === 429 && { isUnsent: true }),
  };
}

export function codeOfStatus(status: number): SendFailureCode {
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

/** Only answers that look like one of Slack's words are passed on: others could contain anything. */
export const describeAnswer = (status: number, answer: string): string =>
  /^[a-z_]{1,60}$/.test(answer) ? `${status} ${answer}` : String(status);
