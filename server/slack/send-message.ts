import { isSendFailureCode, refusalOf, type SendFailureCode } from '#contract/send-failures.ts';
import { readRetryAfter } from '#server/outbox/post.ts';
import type { SendFailed, SendResult } from '#server/outbox/sender.ts';
import type { SlackPayload } from './message-blocks.ts';
import { type Answer, checkClock, type PostOptions, postJson } from './post-json.ts';

/**
 * A longer `Retry-After` is cut to this. Slack takes a message a second from a webhook, so its windows are seconds
 * (30 in its own example). If something else asks for hours, one post a minute does no harm.
 * https://docs.slack.dev/apis/web-api/rate-limits
 */
const maxRetryAfterMs = 60_000;

export interface SlackSenderOptions extends PostOptions {
  /** A secret: it stands in no result and no error. */
  webhookUrl: string;
}

/**
 * Posts to an incoming webhook once and returns the result; never throws. After a timeout or a lost
 * connection Slack may have posted the message nevertheless.
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors
 */
export function createSlackSender({ webhookUrl, timeoutMs, onClockDifference }: SlackSenderOptions) {
  return async (payload: SlackPayload, signal: AbortSignal): Promise<SendResult> => {
    const answer = await postJson(webhookUrl, payload, signal, timeoutMs);
    if ('kind' in answer) return answer;
    const result = classifyAnswer(answer);
    if (result.kind === 'delivered') checkClock(answer, onClockDifference);
    return result;
  };
}

/**
 * What Slack's status and answer mean. Only Slack's own words are final: a proxy or a firewall may have answered
 * in its place.
 */
function classifyAnswer(answer: Answer): SendResult {
  const { status } = answer;
  const word = readWord(answer.text);
  if (status === 200 && word === 'ok') return { kind: 'delivered' };
  const refusal = `slack_${word}`;
  const refuses = isSendFailureCode(refusal) ? refusalOf(refusal) : null;
  if (status >= 400 && status < 500 && isSendFailureCode(refusal) && refuses !== null)
    return { kind: 'refused', refuses, code: refusal, detail: describeAnswer(status, word) };
  return tryAgain(answer, word, codeOfStatus(status));
}

export function codeOfStatus(status: number): SendFailureCode {
  if (status === 429) return 'slack_rate_limited';
  return status >= 500 ? 'slack_in_trouble' : 'slack_other_answer';
}

/** Everything waits, for as long as Slack asks. */
export function tryAgain({ status, headers }: Answer, word: string, code: SendFailureCode): SendFailed {
  const isLimited = code === 'slack_rate_limited';
  const askedMs = isLimited || status === 503 ? readRetryAfter(headers) : null;
  return {
    kind: 'retry',
    ...(askedMs !== null && { afterMs: Math.min(askedMs, maxRetryAfterMs) }),
    code,
    detail: describeAnswer(status, word),
    receiverTrouble: true,
    ...(isLimited && { isUnsent: true }),
  };
}

/** Webhooks answer with a word; response URLs also with `{"ok":true}` or `{"ok":false,"error":"used_url"}`. */
function readWord(text: string): string {
  const answer = parseAnswer(text);
  if (answer === null) return text;
  return answer['ok'] === true ? 'ok' : String(answer['error'] ?? '');
}

export type ApiAnswer = Readonly<Record<string, unknown>>;

/** null: it is no JSON object. */
export function parseAnswer(text: string): ApiAnswer | null {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? (answer as ApiAnswer) : null;
  } catch {
    return null;
  }
}

/** Only answers that look like one of Slack's words are passed on: others could contain anything. */
export const describeAnswer = (status: number, answer: string): string =>
  /^[a-z_]{1,60}$/.test(answer) ? `${status} ${answer}` : String(status);
