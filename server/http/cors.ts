import type { IncomingHttpHeaders } from 'node:http';
import type { ResponseHeaders } from './security-headers.ts';

/** The longest that Chromium caches a preflight. */
const preflightMaxAgeS = 7_200;

export type Cors = ReturnType<typeof createCors>;

/** No credentials are ever allowed: the functions use no cookies. */
export function createCors(allowedOrigins: readonly string[]) {
  const isAllowed = (origin: string | undefined): origin is string =>
    origin !== undefined && allowedOrigins.includes(origin);
  /** For every answer of a function, errors too: without them the client sees a network failure. */
  const headers = (origin: string | undefined): ResponseHeaders => ({
    vary: 'Origin',
    'access-control-expose-headers': 'sb-error-code, retry-after',
    ...(isAllowed(origin) ? { 'access-control-allow-origin': origin } : {}),
  });
  const preflightHeaders = (asked: IncomingHttpHeaders): ResponseHeaders => ({
    ...headers(asked.origin),
    'access-control-allow-methods': 'POST, OPTIONS',
    // All that an allowed origin asks for: the official client sends more of them from release to release.
    'access-control-allow-headers': asked['access-control-request-headers'] ?? '',
    'access-control-max-age': String(preflightMaxAgeS),
  });
  return { isAllowed, headers, preflightHeaders };
}
