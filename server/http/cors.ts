import type { ResponseHeaders } from './security-headers.ts';

/** The longest that Chromium caches a preflight. */
const preflightMaxAgeS = 7_200;

/**
 * What the official client may send (`@supabase/supabase-js/cors` lists it) and our own header.
 * https://supabase.com/docs/guides/functions/cors
 */
const allowedRequestHeaders = [
  'authorization',
  'x-client-info',
  'apikey',
  'content-type',
  'idempotency-key',
  'x-region',
  'x-retry-count',
  'traceparent',
  'tracestate',
  'baggage',
].join(', ');

export interface Cors {
  isAllowed(origin: string | undefined): boolean;
  /** For every answer of a function, errors too: without them the client sees a network failure. */
  headers(origin: string | undefined): ResponseHeaders;
  preflightHeaders(origin: string | undefined): ResponseHeaders;
}

/** No credentials are ever allowed: the functions use no cookies. */
export function createCors(allowedOrigins: readonly string[]): Cors {
  const allowed = new Set(allowedOrigins);
  const isAllowed = (origin: string | undefined): boolean => origin !== undefined && allowed.has(origin);
  const headers = (origin: string | undefined): ResponseHeaders => ({
    vary: 'Origin',
    'access-control-expose-headers': 'sb-error-code, retry-after',
    ...(origin !== undefined && allowed.has(origin) ? { 'access-control-allow-origin': origin } : {}),
  });
  return {
    isAllowed,
    headers,
    preflightHeaders: (origin) => ({
      ...headers(origin),
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-headers': allowedRequestHeaders,
      'access-control-max-age': String(preflightMaxAgeS),
    }),
  };
}
