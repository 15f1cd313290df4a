/** Why a post has no answer. After `timeout` and `cut` the receiver may have taken it. */
export interface Unanswered {
  failure: 'stopped' | 'timeout' | 'cut' | 'unreached';
  /** A code such as `ECONNRESET`; null: there is none. */
  detail: string | null;
}

interface Request {
  /** JSON. */
  body: string;
  headers?: Readonly<Record<string, string>>;
  /** Of connecting, sending and reading the answer together. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** Posts once, and follows no redirect; never throws. */
export async function post<Answer>(
  url: string,
  { body, headers, timeoutMs, signal }: Request,
  readAnswer: (response: Response) => Promise<Answer>,
): Promise<Answer | Unanswered> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([timeout, signal]),
    });
    return await readAnswer(response);
  } catch (error) {
    if (signal.aborted) return { failure: 'stopped', detail: null };
    if (timeout.aborted) return { failure: 'timeout', detail: null };
    // Codes only: messages may name the address.
    const cause = error instanceof Error ? error.cause : null;
    const named = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    return {
      failure: cutCodes.test(named) ? 'cut' : 'unreached',
      detail: /^[A-Z_]{1,40}$/.test(named) ? named : null,
    };
  }
}

/** Codes of Node and undici for a connection that ends after it was made. */
const cutCodes = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_(HEADERS|BODY)_TIMEOUT|HPE_[A-Z_]+)$/;

/**
 * Milliseconds to wait by a `Retry-After`, which is a number of seconds or a date (RFC 9110, 10.2.3); null when it is
 * neither, nothing, or a date that has passed.
 */
export function readRetryAfter(headers: Headers, nowMs = Date.now()): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  let waitMs = 0;
  if (/^\d+$/.test(text)) waitMs = Number(text) * 1_000;
  // Only this form: `Date.parse` alone takes `-1` and `1,2` for years.
  if (/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text))
    waitMs = Date.parse(text) - nowMs;
  return waitMs > 0 ? waitMs : null;
}
