import { post } from '#server/outbox/post.ts';
import { type SendFailed, sendCutOff } from '#server/outbox/sender.ts';

/**
 * Connecting, sending and reading the answer together: the longest time that a send takes. Slack was seen to answer
 * twelve seconds after it had posted a message; a sender that does not wait for that posts it again.
 */
export const maxSlackSendMs = 30_000;
/** A longer answer is read as an empty one. The Web API's answer to a post repeats the message. */
const maxAnswerBytes = 256 * 1_024;

export interface PostOptions {
  timeoutMs?: number;
  /** This machine's clock is ahead of Slack's by so many milliseconds, or behind it (negative). */
  onClockDifference?: ((aheadMs: number) => void) | undefined;
}

export interface Answer {
  status: number;
  headers: Headers;
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
  timeoutMs = maxSlackSendMs,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer | SendFailed> {
  const request = {
    body: JSON.stringify(payload),
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    timeoutMs,
    signal,
  };
  const answer = await post(url, request, async (response) => ({
    status: response.status,
    headers: response.headers,
    text: await readText(response),
  }));
  if (!('failure' in answer)) return answer;
  const { failure, detail } = answer;
  if (failure === 'stopped') return sendCutOff;
  if (failure === 'timeout' || failure === 'cut')
    return { kind: 'unanswered', code: 'slack_unanswered', detail };
  return { kind: 'retry', code: 'slack_unreached', detail, receiverTrouble: true, isUnsent: true };
}

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    text += decoder.decode(chunk, { stream: true });
    if (bytes > maxAnswerBytes) return '';
  }
  return text.trim();
}

/** Slack's signature of a click is valid for five minutes by this machine's clock. */
const clockToleranceMs = 2 * 60_000;

/** Compares with the `Date` of an answer of Slack; `onClockDifference` is told when the difference matters. */
export function checkClock({ headers }: Answer, onClockDifference: PostOptions['onClockDifference']): void {
  const aheadMs = Date.now() - Date.parse(headers.get('date') ?? '');
  if (Math.abs(aheadMs) > clockToleranceMs) onClockDifference?.(aheadMs);
}

/** What a clock that is off means, and what to do. */
export function describeClockOff(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  return `This machine's clock is ${minutes} minutes ${aheadMs > 0 ? 'ahead of' : 'behind'} Slack's: clicks on buttons are refused when it is five minutes off. Set it by the network (timedatectl set-ntp true).`;
}
