import type { ResponseHeaders } from './security-headers.ts';

/** The longest that Chromium caches a preflight. */
const preflightMaxAgeS = 7_200;

/**
 * What the official client may send (`@supabase/supabase-js/cors` lists it) and our own headers.
 * https://supabase.com/docs/guides/functions/cors
 */
const allowedRequestHeaders = [
  'authorization',
  'x-client-info',
  'apikey',
  'content-type',
  'idempotency-key',
  'visit-source',
  'x-region',
  'x-retry-count',
  'traceparent',
  'tracestate',
  'baggage',
].join(', ');

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
  const preflightHeaders = (origin: string | undefined): ResponseHeaders => ({
    ...headers(origin),
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': allowedRequestHeaders,
    'access-control-max-age': String(preflightMaxAgeS),
  });
  return { isAllowed, headers, preflightHeaders };
}
