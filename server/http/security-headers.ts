import { createHash } from 'node:crypto';

export type ResponseHeaders = Readonly<Record<string, string>>;

export interface SecurityHeaders {
  /** For a page: its inline scripts and styles are allowed by their hashes. */
  page(html: string): ResponseHeaders;
  /** For scripts, fonts and other files of the site. */
  asset: ResponseHeaders;
  /** For pictures: previews of links, home screens and lists of icons show them on other sites. */
  picture: ResponseHeaders;
  /** For functions and other machine-read answers, which other origins may read. */
  api: ResponseHeaders;
}

const twoYearsS = 63_072_000;

/**
 * Headers of every answer. No `Cross-Origin-Opener-Policy`: with it a browser changes its process once the answer has
 * arrived, which delays a visit's first paint (docs/decisions/0017).
 *
 * @param siteUrl canonical origin: HSTS is sent only when it is https
 * @param backendOrigin where the pages send their calls when that is not their own origin
 */
export function createSecurityHeaders(options: {
  siteUrl: string;
  backendOrigin: string | null;
}): SecurityHeaders {
  const isHttps = options.siteUrl.startsWith('https:');
  const everywhere: ResponseHeaders = {
    'x-content-type-options': 'nosniff',
    // Stricter policies turn the Origin of a form post into "null", and the functions need it.
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Only features that every browser knows: an unknown one is a warning in the visitor's console.
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(isHttps ? { 'strict-transport-security': `max-age=${twoYearsS}` } : {}),
  };
  const closed = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
  const elsewhere = options.backendOrigin ? ` ${options.backendOrigin}` : '';
  const shared: ResponseHeaders = {
    ...everywhere,
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': closed,
  };

  return {
    page: (html) => ({
      ...everywhere,
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': [
        "default-src 'none'",
        `script-src ${["'self'", ...inlineHashes(html, 'script')].join(' ')}`,
        `style-src ${["'self'", ...inlineHashes(html, 'style')].join(' ')}`,
        "img-src 'self' data:",
        "font-src 'self'",
        "manifest-src 'self'",
        `connect-src 'self'${elsewhere}`,
        `form-action 'self'${elsewhere}`,
        "frame-ancestors 'none'",
        "base-uri 'none'",
        ...(isHttps ? ['upgrade-insecure-requests'] : []),
      ].join('; '),
    }),
    asset: {
      ...everywhere,
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': closed,
    },
    picture: shared,
    api: shared,
  };
}

const inlineElements = {
  script: /<script\b((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>([^<]*(?:<(?!\/script)[^<]*)*)/gi,
  style: /<style\b((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>([^<]*(?:<(?!\/style)[^<]*)*)/gi,
};

/** CSP sources for the inline elements of our own built HTML, each once, in the order of the page. */
function inlineHashes(html: string, element: 'script' | 'style'): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', content = ''] of html.matchAll(inlineElements[element])) {
    // A script with a source is covered by 'self'; JSON-LD is data that no browser runs.
    if (/(?:^|\s)src\s*=/i.test(attributes) || /application\/(?:ld\+)?json/i.test(attributes)) continue;
    if (content === '') continue;
    // Browsers hash the text after the HTML parser, which turns CRLF and CR into LF.
    const text = content.replace(/\r\n?/g, '\n');
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
  return [...hashes];
}
