import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSecurityHeaders } from './security-headers.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const security = createSecurityHeaders({ siteUrl: 'http://localhost:3000', backendOrigin: null });
const directivesOf = (html: string, from = security): Record<string, string> =>
  Object.fromEntries(
    (from.page(html)['content-security-policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );

describe('the policy of a page', () => {
  test('allows its inline scripts and styles by hash, each once, and nothing unsafe', () => {
    const html = `<style>a{}</style><script type="module" data-x="a>b">let a\r\n= 1</script>
      <SCRIPT>let a\n= 1</SCRIPT><script src="/a.js"></script><script type="application/ld+json">{}</script>`;
    const directives = directivesOf(html);
    expect(directives['script-src']).toBe(`'self' ${hashOf('let a\n= 1')}`);
    expect(directives['style-src']).toBe(`'self' ${hashOf('a{}')}`);
    expect(Object.values(directives).join()).not.toMatch(/unsafe|\*/);
  });

  test('is closed but for what pages need', () => {
    expect(directivesOf('')).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'manifest-src': "'self'",
      'connect-src': "'self'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
    });
  });

  test('lets the page call a backend elsewhere', () => {
    const elsewhere = createSecurityHeaders({
      siteUrl: 'http://a.example',
      backendOrigin: 'https://b.example',
    });
    expect(directivesOf('', elsewhere)['connect-src']).toBe("'self' https://b.example");
  });
});

test('HSTS is sent only where the site is https', () => {
  const https = createSecurityHeaders({ siteUrl: 'https://a.example', backendOrigin: null });
  for (const headers of [https.api, https.asset, https.page('')]) {
    expect(headers).toHaveProperty('strict-transport-security');
  }
  expect(security.page('')).not.toHaveProperty('strict-transport-security');
});

test('functions may be read from other origins, pages may not', () => {
  expect(security.api['cross-origin-resource-policy']).toBe('cross-origin');
  expect(security.page('')['cross-origin-resource-policy']).toBe('same-origin');
});

test('no answer makes a visitor’s browser change its process', () => {
  for (const headers of [security.page(''), security.asset, security.api])
    expect(headers).not.toHaveProperty('cross-origin-opener-policy');
});
