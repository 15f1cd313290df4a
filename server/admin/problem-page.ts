import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { brand } from '#contract/brand.ts';

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.5rem;color:#1c1a17;background:#fbf9f5}h1{font-size:1.4rem}a{color:inherit}';
const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (found) => escapes[found] ?? '');

/** Why a sign-in with the provider did not succeed, as a page: what the browser shows is not the console yet. */
export function sendProblemPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign-in · ${escapeHtml(brand.name)}</title><style>${style}</style><main><h1>You are not signed in</h1><p>${escapeHtml(text)}</p><p><a href="/">Back to the console</a></p></main></html>`,
    );
}
