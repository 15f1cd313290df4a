import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';
import { drawSharePicture, type SharePicture } from '#site/art/share-picture.ts';
import { sharePictures } from '#site/art/share-pictures.ts';

export const getStaticPaths: GetStaticPaths = () =>
  Object.entries(sharePictures).map(([page, picture]) => ({ params: { page }, props: { picture } }));

export const GET: APIRoute<{ picture: SharePicture }> = async ({ props }) => {
  const png = await sharp(Buffer.from(drawSharePicture(props.picture)))
    .png({ palette: true, colours: 24 })
    .toBuffer();
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};
