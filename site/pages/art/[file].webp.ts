import type { APIRoute, GetStaticPaths } from 'astro';
import { listAllFiles, type PictureFile } from '#site/engraver/pictures.ts';
import { renderer } from '#site/engraver/renderer.ts';

export const getStaticPaths: GetStaticPaths = () => {
  const files = listAllFiles();
  // A build asks for one after the other: this begins with all of them, several at once.
  if (import.meta.env.PROD) for (const file of files) void renderer.render(file);
  return files.map((file) => ({
    params: { file: file.path.slice('/art/'.length, -'.webp'.length) },
    props: { file },
  }));
};

export const GET: APIRoute<{ file: PictureFile }> = async ({ props: { file } }) =>
  new Response(new Uint8Array(await renderer.render(file)), { headers: { 'content-type': 'image/webp' } });
