import type { APIRoute, GetStaticPaths } from 'astro';
import { drawSharePicture, type SharePicture } from '#site/art/share-picture.ts';
import { sharePictures } from '#site/art/share-pictures.ts';
import { listFiles } from '#site/engraver/pictures.ts';
import { renderer } from '#site/engraver/renderer.ts';

export const getStaticPaths: GetStaticPaths = () =>
  Object.entries(sharePictures).map(([page, picture]) => ({ params: { page }, props: { picture } }));

export const GET: APIRoute<{ picture: SharePicture }> = async ({ props: { picture } }) => {
  const { size } = picture.view;
  const file = listFiles(picture.picture).find((one) => one.size === size && one.density === 2);
  if (!file) throw new Error(`The scene ${picture.picture} has no file of size ${size} with a density of 2.`);
  const png = await drawSharePicture(picture, await renderer.render(file));
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};
