import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { brand } from '#contract/brand.ts';

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.5rem;color:#1c1a17;background:#fbf9f5}h1{font-size:1.4rem}a{color:inherit}';
const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (found) => escapes[found] ?? '');

/**
 * A problem as a page of its own, where a browser came without our scripts.
 * @param texts a paragraph each
 * @param wayBack of a link to the host's first page
 */
export function sendProblemPage(
  reply: FastifyReply,
  status: number,
  heading: string,
  texts: readonly string[],
  wayBack?: string,
): FastifyReply {
  const paragraphs = texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
  const link = wayBack === undefined ? '' : `<p><a href="/">${escapeHtml(wayBack)}</a></p>`;
  return (
    reply
      .code(status)
      // Of a refusal's JSON, where the reply has its headers.
      .removeHeader('content-length')
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(`${heading} · ${brand.name}`)}</title><style>${style}</style><main><h1>${escapeHtml(heading)}</h1>${paragraphs}${link}</main></html>`,
      )
  );
}
