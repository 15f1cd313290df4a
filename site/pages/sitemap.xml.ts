import type { APIRoute } from 'astro';
import { pages } from '#contract/pages.ts';

export const GET: APIRoute = ({ site }) => {
  const addresses = Object.values(pages).map(
    ({ path }) => `<url><loc>${new URL(path, site).href}</loc></url>`,
  );
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>\n`;
  return new Response(body, { headers: { 'content-type': 'application/xml' } });
};
