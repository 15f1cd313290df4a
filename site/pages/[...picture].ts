import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { APIRoute, GetStaticPaths } from 'astro';
import manifest from '#site/pictures/manifest.json' with { type: 'json' };

/** Where programs that do not read a page's head look for its icon. */
const usualIcons = ['/favicon.ico', '/apple-touch-icon.png'];

/** The pictures of `site/pictures/`, at the addresses that its manifest names, and the icon at the usual ones. */
export const getStaticPaths: GetStaticPaths = () =>
  [
    ...Object.entries(manifest.addresses),
    ...usualIcons.map((address) => ['icon/180.png', address] as const),
  ].map(([file, address]) => ({ params: { picture: address.slice(1) }, props: { file } }));

const types: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

export const GET: APIRoute<{ file: string }> = async ({ props: { file } }) =>
  new Response(new Uint8Array(await readFile(path.join('site/pictures', file))), {
    headers: { 'content-type': types[path.extname(file)] ?? '' },
  });
