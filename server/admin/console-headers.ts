import { createHash } from 'node:crypto';
import { createSecurityHeaders, type SecurityHeaders } from '#server/http/security-headers.ts';
import { letterStyles } from '#server/mail/compose-letter.ts';

/**
 * Headers of the console's answers: the site's, and stricter ones.
 * @param url ADMIN_URL: HSTS is sent only when it is https
 */
export function createConsoleHeaders(url: string | null): SecurityHeaders {
  const ofSite = createSecurityHeaders({ siteUrl: url ?? '', backendOrigin: null });
  const locked = {
    ...ofSite.asset,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
  };
  const page = [
    "default-src 'none'",
    "script-src 'self'",
    // The preview of a letter is a frame of this page's, without a policy of its own.
    `style-src 'self' ${letterStyles().map(hashSource).join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(url?.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
  return {
    page: () => ({ ...locked, 'content-security-policy': page }),
    asset: locked,
    picture: locked,
    api: { ...locked, 'cache-control': 'no-store' },
  };
}

const hashSource = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
