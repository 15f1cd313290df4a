import { expect, test } from 'vitest';
import { explainMissingFiles } from './check-links.ts';

const page = `<link rel="stylesheet" href="/_astro/below.abc.css"><a href="/venues?x=1#form">Venues</a><a href="/">Home</a><a href="https://a.example/x">Elsewhere</a>
<picture><source srcset="/art/rope-1-1x.abc.webp 1x, /art/rope-1-2x.abc.webp 2x"><img src="/art/rope-0-2x.abc.webp"></picture>`;
const files = [
  'venues.html',
  '_astro/below.abc.css',
  'art/rope-0-2x.abc.webp',
  'art/rope-1-1x.abc.webp',
  'art/rope-1-2x.abc.webp',
];

test('a site whose pages name only what was written is not mentioned', () => {
  expect(explainMissingFiles({ 'creators.html': page }, new Set(files))).toBeNull();
});

test.each(files)('without %s the build says which page names it, and what to do', (file) => {
  const written = new Set(files.filter((each) => each !== file));
  const text = explainMissingFiles({ 'creators.html': page, 'index.html': 'nothing' }, written);
  expect(text).toContain(`creators.html names /${file.replace('.html', '')}, which was not written`);
  expect(text?.match(/which was not written/g)).toHaveLength(1);
  expect(text).toContain('npm run engrave');
});

test('what only the pictures of a success name is looked for too', () => {
  const json = JSON.stringify({ creator: '<img src="/art/chip.abc.svg">' });
  expect(explainMissingFiles({ 'receipts.json': json }, new Set())).toContain(
    'receipts.json names /art/chip.abc.svg,',
  );
});
