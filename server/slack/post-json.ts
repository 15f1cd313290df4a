import type { SendFailed } from '#server/outbox/sender.ts';

/**
 * Connecting, sending and reading the answer together: the longest time that a send takes. Slack was seen to answer
 * twelve seconds after it had posted a message; a sender that does not wait for that posts it again.
 */
export const longestSlackSendMs = 30_000;
/** A longer answer is read as an empty one. The Web API's answer to a post repeats the message. */
const maxAnswerBytes = 256 * 1_024;

export interface PostOptions {
  timeoutMs?: number;
  /** This machine's clock is ahead of Slack's by so many milliseconds, or behind it (negative). */
  onClockDifference?: ((aheadMs: number) => void) | undefined;
}

export interface Answer {
  status: number;
  /** The headers of these names. */
  retryAfter: string | null;
  date: string | null;
  scopes: string | null;
  text: string;
}

/**
 * Posts to Slack once; never throws. After a timeout or a lost connection Slack may have taken it nevertheless.
 *
 * @returns the answer, or why there is none
 */
export async function postJson(
  url: string,
  payload: object,
  signal: AbortSignal,
  timeoutMs = longestSlackSendMs,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer | SendFailed> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
      body: JSON.stringify(payload),
      redirect: 'manual',
      signal: AbortSignal.any([timeout, signal]),
    });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      date: response.headers.get('date'),
      scopes: response.headers.get('x-oauth-scopes'),
      text: await readAnswer(response),
    };
  } catch (error) {
    if (signal.aborted) return { kind: 'retry', code: 'send_cut_off', detail: null, receiverTrouble: true };
    if (timeout.aborted) return { kind: 'unanswered', code: 'slack_unanswered', detail: null };
    return classifyFailure(error);
  }
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

/** Codes of Node and undici for a connection that ends after it was made: the message may have been posted. */
const cutCodes = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_(HEADERS|BODY)_TIMEOUT|HPE_[A-Z_]+)$/;

function classifyFailure(error: unknown): SendFailed {
  // Codes such as ECONNRESET only: messages may name the address.
  const cause = error instanceof Error ? error.cause : null;
  const named = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const detail = /^[A-Z_]{1,40}$/.test(named) ? named : null;
  if (cutCodes.test(named)) return { kind: 'unanswered', code: 'slack_unanswered', detail };
  const code = named === 'ENOTFOUND' || named === 'EAI_AGAIN' ? 'slack_host_unknown' : 'slack_unreached';
  return { kind: 'retry', code, detail, receiverTrouble: true, isUnsent: true };
}

/** Slack's signature of a click is valid for five minutes by this machine's clock. */
const clockToleranceMs = 2 * 60_000;

/** Compares with the `Date` of an answer of Slack; `onClockDifference` is told when the difference matters. */
export function checkClock(
  { date }: { date: string | null },
  onClockDifference: ((aheadMs: number) => void) | undefined,
): void {
  const aheadMs = Date.now() - Date.parse(date ?? '');
  if (Math.abs(aheadMs) > clockToleranceMs) onClockDifference?.(aheadMs);
}

/** What a clock that is off means, and what to do. */
export function describeClockOff(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  return `This machine's clock is ${minutes} minutes ${aheadMs > 0 ? 'ahead of' : 'behind'} Slack's: clicks on buttons are refused when it is five minutes off. Set it by the network (timedatectl set-ntp true).`;
}
