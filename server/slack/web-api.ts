import { isSendFailureCode, refusalOf } from '#contract/send-failures.ts';
import type { SendFailed } from '#server/outbox/sender.ts';
import { type Answer, checkClock, type PostOptions, postJson } from './post-json.ts';
import { type ApiAnswer, codeOfStatus, describeAnswer, parseAnswer, tryAgain } from './send-message.ts';

/**
 * With these answers Slack may have done it all the same.
 * https://docs.slack.dev/reference/methods/chat.postMessage#errors
 */
const troubles = ['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'];
const rateLimits = ['ratelimited', 'rate_limited'];

/** These refuse a channel. For an earlier message they say nothing about other messages. */
const channelWords = ['not_in_channel', 'channel_not_found', 'is_archived', 'restricted_action'];

export interface WebApiOptions extends PostOptions {
  /** Ends with a slash; a method's name follows it. */
  apiUrl: string;
  /** A secret. */
  token: string;
}

type Method = 'chat.postMessage' | 'chat.update' | 'chat.delete' | 'auth.test';

/** What a method answers, or why it was not carried out. */
export type ApiResult =
  | {
      kind: 'answered';
      answer: ApiAnswer;
      /** What the token may do, such as `chat:write`; missing: the answer does not say. */
      scopes?: readonly string[];
    }
  | SendFailed;

export type WebApi = (method: Method, payload: object, signal: AbortSignal) => Promise<ApiResult>;

/**
 * Calls a method of Slack's Web API once; never throws. https://docs.slack.dev/apis/web-api/
 */
export function createWebApi({ apiUrl, token, timeoutMs, onClockDifference }: WebApiOptions): WebApi {
  const headers = { Authorization: `Bearer ${token}` };
  return async (method, payload, signal) => {
    const answer = await postJson(`${apiUrl}${method}`, payload, signal, timeoutMs, headers);
    if ('kind' in answer) return answer;
    const result = classifyApiAnswer(method, answer);
    if (result.kind !== 'answered') return result;
    checkClock(answer, onClockDifference);
    const scopes = answer.headers.get('x-oauth-scopes');
    return scopes === null ? result : { ...result, scopes: scopes.split(/,\s*/) };
  };
}

/**
 * What status and answer mean. A refusal has status 200 and `"ok": false`; whatever is not JSON with an `ok` was
 * answered by something in between.
 */
export function classifyApiAnswer(method: Method, got: Answer): ApiResult {
  const { status } = got;
  const answer = parseAnswer(got.text);
  if (status === 200 && answer?.['ok'] === true) return { kind: 'answered', answer };
  const word = answer?.['ok'] === false ? String(answer['error'] ?? '') : '';
  if (status === 429 || rateLimits.includes(word)) return tryAgain(got, word, 'slack_rate_limited');
  if (troubles.includes(word)) return tryAgain(got, word, 'slack_in_trouble');
  if (word === '' || status >= 500) return tryAgain(got, word, codeOfStatus(status));
  const detail = describeDetail(status, word, answer);
  const refusal = `slack_app_${word}`;
  const refuses = isSendFailureCode(refusal) ? refusalOf(refusal) : null;
  if (!isSendFailureCode(refusal) || refuses === null)
    return { kind: 'retry', code: 'slack_app_other_answer', detail, receiverTrouble: false, isUnsent: true };
  const isAboutMessage = method !== 'chat.postMessage' && channelWords.includes(word);
  return { kind: 'refused', refuses: isAboutMessage ? 'message' : refuses, code: refusal, detail };
}

/** A missing scope is named: `200 missing_scope chat:write`. */
function describeDetail(status: number, word: string, answer: ApiAnswer | null): string {
  const needed = String(answer?.['needed'] ?? '');
  const scope = word === 'missing_scope' && /^[a-z:._]{1,60}$/.test(needed) ? ` ${needed}` : '';
  return `${describeAnswer(status, word)}${scope}`;
}
