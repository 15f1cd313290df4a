import type { APIRoute } from 'astro';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { submissionKinds } from '#contract/submission.ts';
import { receipts } from '#site/receipts/receipt.tsx';
import css from '#site/receipts/receipts.css?inline';

const drawn = submissionKinds.map((kind) => {
  const { label, Picture } = receipts[kind];
  return [kind, { label, html: renderToStaticMarkup(createElement(Picture)) }];
});

/** The pictures of a success with their styles: a form loads them when it is first touched. */
export const GET: APIRoute = () => Response.json({ css, ...Object.fromEntries(drawn) });
