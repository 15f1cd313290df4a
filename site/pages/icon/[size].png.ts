import { readFile } from 'node:fs/promises';
import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';
import { iconSizes } from '#site/art/icon-sizes.ts';

export const getStaticPaths: GetStaticPaths = () =>
  iconSizes.map((size) => ({ params: { size: String(size) }, props: { size } }));

/** The favicon as PNG, for home screens, which read no SVG. They cut the corners themselves, so it has none. */
export const GET: APIRoute<{ size: number }> = async ({ props: { size } }) => {
  const favicon = await readFile('site/public/favicon.svg', 'utf8');
  const png = await sharp(Buffer.from(favicon.replace(' rx="6"', '')), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true, colours: 32 })
    .toBuffer();
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};
