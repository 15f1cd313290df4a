import { expect, test } from 'vitest';
import { addIntegrity, type BuiltScript } from './script-integrity.ts';

const scripts = new Map<string, BuiltScript>([
  [
    '_astro/start.1.js',
    { hash: 'sha256-start', imports: ['_astro/shared.2.js'], laterImports: ['_astro/islands.3.js'] },
  ],
  ['_astro/shared.2.js', { hash: 'sha256-shared', imports: [], laterImports: [] }],
  ['_astro/islands.3.js', { hash: 'sha256-islands', imports: ['_astro/react.4.js'], laterImports: [] }],
  ['_astro/react.4.js', { hash: 'sha256-react', imports: [], laterImports: [] }],
  ['_astro/other.5.js', { hash: 'sha256-other', imports: ['_astro/shared.2.js'], laterImports: [] }],
]);

const page =
  '<!doctype html><html><head><title>a > b</title></head><body><p title="</head>">Text</p><script type="module" src="/_astro/start.1.js"></script></body></html>';

test('a page names the hash of each script that it can load, and preloads those that it runs at first', () => {
  const map = JSON.stringify({
    integrity: {
      '/_astro/start.1.js': 'sha256-start',
      '/_astro/shared.2.js': 'sha256-shared',
      '/_astro/islands.3.js': 'sha256-islands',
      '/_astro/react.4.js': 'sha256-react',
    },
  });
  const preload = (name: string, hash: string) =>
    `<link rel="modulepreload" href="/_astro/${name}" integrity="${hash}">`;
  expect(addIntegrity(page, scripts)).toBe(
    page
      .replace(
        '</title></head>',
        `</title><script type="importmap">${map}</script>${preload('start.1.js', 'sha256-start')}${preload('shared.2.js', 'sha256-shared')}</head>`,
      )
      .replace('src="/_astro/start.1.js"', 'src="/_astro/start.1.js" integrity="sha256-start"'),
  );
});

test('a page without scripts stays as it is', () => {
  const bare = '<!doctype html><html><head><title>a</title></head><body></body></html>';
  expect(addIntegrity(bare, scripts)).toBe(bare);
});
