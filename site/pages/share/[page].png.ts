import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';
import { drawSharePicture, type SharePicture } from '#site/art/share-picture.ts';

const pictures: Record<string, SharePicture> = {
  home: { tone: 'ink', lines: ['Where Influence', 'Becomes', 'Currency'], figure: 'coupe' },
  creators: { tone: 'ink', lines: ['Put it on', 'your name.'], figure: 'dahlia' },
  venues: { tone: 'paper', lines: ['Pay for the plate.', 'Nothing else.'], figure: 'clover' },
  contact: { tone: 'paper', lines: ["Let's talk", 'access'], figure: 'lace' },
};

export const getStaticPaths: GetStaticPaths = () =>
  Object.entries(pictures).map(([page, picture]) => ({ params: { page }, props: { picture } }));

export const GET: APIRoute<{ picture: SharePicture }> = async ({ props }) => {
  const png = await sharp(Buffer.from(drawSharePicture(props.picture)))
    .png({ palette: true, colours: 24 })
    .toBuffer();
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};
