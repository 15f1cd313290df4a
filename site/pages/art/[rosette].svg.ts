import type { APIRoute, GetStaticPaths } from 'astro';
import { type RosetteName, rosetteFile, rosettes } from '#site/art/rosette-file.ts';

export const getStaticPaths: GetStaticPaths = () =>
  (Object.keys(rosettes) as RosetteName[]).map((name) => ({
    params: { rosette: rosetteFile(name).path.slice('/art/'.length, -'.svg'.length) },
    props: { name },
  }));

export const GET: APIRoute<{ name: RosetteName }> = ({ props: { name } }) =>
  new Response(rosetteFile(name).svg, { headers: { 'content-type': 'image/svg+xml' } });
