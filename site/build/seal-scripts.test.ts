import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sealPage } from './seal-scripts.ts';

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const scripts = new Map([
  ['islands.js', 'import{a}from"./react.js";import"./side.js";export const form=()=>import("./late.js")'],
  ['render.js', 'import{b}from"./react.js";export{b as default}'],
  ['react.js', 'export const a=1,b=2'],
  ['side.js', ''],
  ['late.js', 'export{}'],
  ['other.js', 'export{}'],
]);

test('a page names the hash of every script that it runs by itself, before the first of them', () => {
  const page =
    '<head><title>Entrée</title></head><body><astro-island component-url="/_astro/islands.js" renderer-url="/_astro/render.js"></astro-island></body>';
  const sealed = sealPage(page, scripts);
  const [, map = ''] = /<title>Entrée<\/title><script type="importmap">(.*?)<\/script>/.exec(sealed) ?? [];
  expect(JSON.parse(map)).toEqual({
    integrity: Object.fromEntries(
      ['islands.js', 'render.js', 'react.js', 'side.js'].map((name) => [
        `/_astro/${name}`,
        hashOf(scripts.get(name) ?? ''),
      ]),
    ),
  });
  expect(sealed).toContain(
    `<script type="module" src="/_astro/islands.js" integrity="${hashOf(scripts.get('islands.js') ?? '')}"></script></body>`,
  );
});

test('a script that is preloaded is preloaded with its hash, without which a browser would fetch it twice', () => {
  const page =
    '<title>a</title><link rel="modulepreload" href="/_astro/render.js"><body><astro-island renderer-url="/_astro/render.js"></astro-island></body>';
  expect(sealPage(page, scripts)).toContain(
    `<link rel="modulepreload" href="/_astro/render.js" integrity="${hashOf(scripts.get('render.js') ?? '')}">`,
  );
});

test('a page without scripts stays as it is', () => {
  expect(sealPage('<title>a</title><body></body>', scripts)).toBe('<title>a</title><body></body>');
});
