import { expect, test } from 'vitest';
import { addIntegrity, type BuiltScript } from './script-integrity.ts';

const scripts = new Map<string, BuiltScript>([
  ['_astro/islands.1.js', { hash: 'sha256-islands', imports: ['_astro/react.2.js'] }],
  ['_astro/react.2.js', { hash: 'sha256-react', imports: [] }],
  ['_astro/client.3.js', { hash: 'sha256-client', imports: ['_astro/islands.1.js'] }],
]);

const page =
  '<!doctype html><html><head><title>a > b</title></head><body><p title="</head>">Text</p><script type="module" src="/_astro/islands.1.js"></script></body></html>';

test('a page names the hash of each script that it runs by itself, and of no other', () => {
  const map = JSON.stringify({
    integrity: { '/_astro/islands.1.js': 'sha256-islands', '/_astro/react.2.js': 'sha256-react' },
  });
  const preload = (name: string, hash: string) =>
    `<link rel="modulepreload" href="/_astro/${name}" integrity="${hash}">`;
  expect(addIntegrity(page, scripts)).toBe(
    page
      .replace(
        '</title></head>',
        `</title><script type="importmap">${map}</script>${preload('islands.1.js', 'sha256-islands')}${preload('react.2.js', 'sha256-react')}</head>`,
      )
      .replace('src="/_astro/islands.1.js"', 'src="/_astro/islands.1.js" integrity="sha256-islands"'),
  );
});

test('a page without scripts stays as it is', () => {
  const bare = '<!doctype html><html><head><title>a</title></head><body></body></html>';
  expect(addIntegrity(bare, scripts)).toBe(bare);
});
