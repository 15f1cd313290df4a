import type { APIRoute } from 'astro';
import { brand } from '#contract/brand.ts';

/** RFC 9116 asks for less than a year ahead; a build a year old should say so by itself. */
const validMs = 180 * 24 * 60 * 60 * 1000;

export const GET: APIRoute = ({ site }) =>
  new Response(
    [
      `Contact: mailto:${brand.contactAddress}`,
      `Expires: ${new Date(Date.now() + validMs).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${new URL('/.well-known/security.txt', site).href}`,
      '',
    ].join('\n'),
  );
