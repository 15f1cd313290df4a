import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { APIRoute, GetStaticPaths } from 'astro';
import manifest from '#site/pictures/manifest.json' with { type: 'json' };

/** The pictures of `site/pictures/`, at the addresses that its manifest names. */
export const getStaticPaths: GetStaticPaths = () =>
  Object.entries(manifest.addresses).map(([file, address]) => ({
    params: { picture: address.slice(1) },
    props: { file },
  }));

const types: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

export const GET: APIRoute<{ file: string }> = async ({ props: { file } }) =>
  new Response(new Uint8Array(await readFile(path.join('site/pictures', file))), {
    headers: { 'content-type': types[path.extname(file)] ?? '' },
  });
