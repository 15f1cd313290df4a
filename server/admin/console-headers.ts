import type { ResponseHeaders, SecurityHeaders } from '#server/http/security-headers.ts';

const twoYearsS = 63_072_000;

/**
 * Headers of the console's answers.
 * @param isHttps it stands behind a proxy with TLS
 */
export function createConsoleHeaders(isHttps: boolean): SecurityHeaders {
  const everywhere: ResponseHeaders = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'x-robots-tag': 'noindex, nofollow',
    ...(isHttps ? { 'strict-transport-security': `max-age=${twoYearsS}` } : {}),
  };
  const closed = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
  const page = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
  const locked = { ...everywhere, 'content-security-policy': closed };
  return {
    page: () => ({ ...everywhere, 'content-security-policy': page }),
    asset: locked,
    api: { ...locked, 'cache-control': 'no-store' },
  };
}
