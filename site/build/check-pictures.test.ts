import { expect, test } from 'vitest';
import { explainMissingPictures } from './check-pictures.ts';

const page = `<picture><source srcset="/art/rope-1-1x.abc.webp 1x, /art/rope-1-2x.abc.webp 2x"><img src="/art/rope-0-2x.abc.webp"></picture>`;

test('a site whose pictures were all written is not mentioned', () => {
  const written = new Set(['/art/rope-0-2x.abc.webp', '/art/rope-1-1x.abc.webp', '/art/rope-1-2x.abc.webp']);
  expect(explainMissingPictures({ 'creators.html': page }, written)).toBeNull();
});

test('a picture that was not written is reported with the file that names it, and what to do', () => {
  const written = new Set(['/art/rope-0-2x.abc.webp', '/art/rope-1-1x.abc.webp']);
  const text = explainMissingPictures({ 'creators.html': page, 'index.html': 'no picture' }, written);
  expect(text).toContain('creators.html names /art/rope-1-2x.abc.webp, which was not written');
  expect(text).not.toContain('rope-1-1x');
  expect(text).toContain('npm run engrave');
});

test('so is one that only the pictures of a success name', () => {
  const json = JSON.stringify({ creator: '<img src="/art/chip.abc.svg">' });
  expect(explainMissingPictures({ 'receipts.json': json }, new Set())).toContain(
    'receipts.json names /art/chip.abc.svg,',
  );
});
