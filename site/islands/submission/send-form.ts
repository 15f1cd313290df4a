import { definitionOf, fieldNames } from '#contract/fields.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import { findTooLong } from '#contract/too-long.ts';
import { type ErrorAnswer, functionOf, idempotencyHeader, sourceHeader } from '#contract/wire.ts';
import { BackendSettingsError, createBackendClient } from '#site/backend/client.ts';
import { keepSource } from '#site/backend/keep-source.ts';
import { keepStoredSession, readAccessToken } from '#site/backend/session.ts';
import type { BackendSettings } from '#site/backend/settings.ts';
import { buildBody } from '#site/islands/submission/build-body.ts';
import { createIdempotencyKeys } from '#site/islands/submission/idempotency.ts';
import { drawReceipt, loadReceipts } from '#site/islands/submission/receipts.ts';
import { Success } from '#site/islands/submission/success.tsx';

/** Loaded when a form is first touched: a page that is only read never downloads it. */

export interface Sent {
  /**
   * `failed`: the server refused it, gave no answer, a text is too long, or the settings name no server. `notStarted`: the scripts failed
   * before the request had left the page.
   */
  state: 'sent' | 'failed' | 'notStarted';
  reason?: string;
  fieldErrors?: ErrorAnswer['fields'];
  /** The call was cut or blocked; fetch says so at once. */
  isCut?: boolean;
  /** If only the answer was lost, the server has the submission under it. */
  idempotencyKey?: string;
}

/** A sender for one form: keeps the idempotency key through its retries, and loads the pictures of a success. */
export function createFormSender(settings: BackendSettings) {
  const keys = createIdempotencyKeys();
  // Loaded early, while the person types. If it fails, drawing the picture fails in the same way.
  loadReceipts().catch(() => undefined);

  /** Never throws; gives up after `timeoutMs`. */
  async function send(form: FormData, kind: SubmissionKind, timeoutMs: number): Promise<Sent> {
    let hasStarted = false;
    let isCut = false;
    const noteStart: typeof fetch = (input, init) => {
      const answer = fetch(input, init);
      hasStarted = true;
      answer.catch(() => {
        isCut = init?.signal?.aborted !== true;
      });
      return answer;
    };
    try {
      const body = buildBody(form, kind);
      // Not sent: above 64 KiB the server could not say which text it is.
      const tooLong = findTooLongFields(body, kind);
      if (Object.keys(tooLong).length > 0)
        return { state: 'failed', reason: 'A text is too long', fieldErrors: tooLong };
      const idempotencyKey = keys.keyFor(JSON.stringify(body));
      const client = createBackendClient(settings, noteStart);
      const source = keepSource();
      const token = await readAccessToken(settings);
      const { data, error, response } = await client.invoke(functionOf(kind), {
        body,
        timeout: timeoutMs,
        headers: {
          [idempotencyHeader]: idempotencyKey,
          ...(source && { [sourceHeader]: source }),
          ...(token && { Authorization: `Bearer ${token}` }),
        },
      });
      if (error || !(await isTaken(data))) {
        const reason =
          reasonOf(error ?? 'The answer does not say that it was taken') +
          (response ? ` (status ${response.status})` : '');
        if (!hasStarted) return { state: 'notStarted', reason };
        const fieldErrors = await readFieldErrors(response);
        return { state: 'failed', reason, isCut, idempotencyKey, fieldErrors };
      }
      keys.forget();
      return { state: 'sent' };
    } catch (error) {
      const state = error instanceof BackendSettingsError ? 'failed' : 'notStarted';
      return { state, reason: reasonOf(error) };
    }
  }

  /** Keeps a stored session fresh while the page is open. */
  const keepSession = () => void keepStoredSession(settings)?.catch(() => undefined);
  return { send, drawReceipt, Success, keepSession };
}

export type FormSender = ReturnType<typeof createFormSender>;

/**
 * Whether the function says that it has the submission. Others answer with 2xx too: a Wi-Fi's sign-in page, a proxy, a
 * CDN that has no such path.
 *
 * @param data the body as the client reads it: an object of JSON only where it is declared as such
 */
async function isTaken(data: unknown): Promise<boolean> {
  try {
    const body = data instanceof Blob ? await data.text() : data;
    const answer = typeof body === 'string' ? JSON.parse(body) : body;
    return Object.getPrototypeOf(answer) === Object.prototype && !answer.error && answer.success !== false;
  } catch {
    return false;
  }
}

function findTooLongFields(body: ReturnType<typeof buildBody>, kind: SubmissionKind): Record<string, string> {
  const problems = fieldNames(kind).map((name) => [
    name,
    findTooLong(definitionOf(name), String(body[name])),
  ]);
  return Object.fromEntries(problems.filter(([, problem]) => problem !== null));
}

async function readFieldErrors(response: Response | undefined): Promise<ErrorAnswer['fields']> {
  if (response?.status !== 422) return undefined;
  const answer: ErrorAnswer | null = await response.json().catch(() => null);
  return answer?.fields;
}

/** Says what failed without personal data: an error's message never carries the body. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
