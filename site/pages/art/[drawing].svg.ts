import type { APIRoute, GetStaticPaths } from 'astro';
import { type VectorName, vectorFile, vectorNames } from '#site/art/vector-file.ts';

export const getStaticPaths: GetStaticPaths = () =>
  vectorNames.map((name) => ({
    params: { drawing: vectorFile(name).path.slice('/art/'.length, -'.svg'.length) },
    props: { name },
  }));

export const GET: APIRoute<{ name: VectorName }> = ({ props: { name } }) =>
  new Response(vectorFile(name).svg, { headers: { 'content-type': 'image/svg+xml' } });
