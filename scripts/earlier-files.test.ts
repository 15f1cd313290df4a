import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepEarlierFiles } from './earlier-files.ts';

const dayMs = 24 * 60 * 60 * 1000;
let root = '';
let dist = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'entree-earlier-'));
  dist = join(root, 'dist');
});
afterEach(() => rmSync(root, { recursive: true }));

/** Builds these files of 10 bytes, and keeps those of earlier builds. */
function build(names: readonly string[], atDay: number, maxBytes?: number): void {
  const newDist = join(root, 'new');
  for (const name of names) {
    mkdirSync(join(newDist, name, '..'), { recursive: true });
    writeFileSync(join(newDist, name), 'x'.repeat(10));
  }
  keepEarlierFiles(dist, newDist, { nowMs: atDay * dayMs, ...(maxBytes && { maxBytes }) });
  rmSync(dist, { recursive: true, force: true });
  renameSync(newDist, dist);
}

const scripts = () => readdirSync(join(dist, '_astro')).sort();

test('the hashed files of the build before are kept beside those of the new one', () => {
  build(['index.html', '_astro/a.1.js', 'art/home.1.webp', '_astro/fonts/serif.1.woff2'], 0);
  build(['index.html', '_astro/a.2.js'], 1);
  for (const name of ['_astro/a.1.js', '_astro/a.2.js', 'art/home.1.webp', '_astro/fonts/serif.1.woff2']) {
    expect(existsSync(join(dist, name)), name).toBe(true);
  }
});

test('pages and compressed copies are not kept', () => {
  build(['old.html', '_astro/a.1.js', '_astro/a.1.js.br', '_astro/a.1.js.gz'], 0);
  build(['index.html', '_astro/a.2.js'], 1);
  expect(existsSync(join(dist, 'old.html'))).toBe(false);
  expect(scripts()).toEqual(['a.1.js', 'a.2.js']);
});

test('a file goes 14 days after the last build that had it', () => {
  build(['_astro/a.1.js'], 0);
  build(['_astro/a.2.js'], 10);
  // Until day 10 it was current.
  build(['_astro/a.3.js'], 23);
  expect(scripts()).toEqual(['a.1.js', 'a.2.js', 'a.3.js']);
  build(['_astro/a.4.js'], 25);
  expect(scripts()).toEqual(['a.2.js', 'a.3.js', 'a.4.js']);
});

test('a file that comes back with a new build is current again', () => {
  build(['_astro/a.1.js'], 0);
  build(['_astro/a.2.js'], 1);
  build(['_astro/a.1.js'], 2);
  build(['_astro/a.3.js'], 16);
  build(['_astro/a.4.js'], 20);
  expect(scripts()).toEqual(['a.1.js', 'a.3.js', 'a.4.js']);
});

test('together they are bounded: the oldest go first', () => {
  build(['_astro/a.1.js'], 0);
  build(['_astro/a.2.js'], 1);
  build(['_astro/a.3.js'], 2);
  build(['_astro/a.4.js'], 3, 25);
  expect(scripts()).toEqual(['a.2.js', 'a.3.js', 'a.4.js']);
});

test('a manifest that a full disk cut short stops no build, and the files are kept', () => {
  build(['_astro/a.1.js'], 0);
  build(['_astro/a.2.js'], 1);
  writeFileSync(join(dist, '.earlier-files.json'), '');
  build(['_astro/a.3.js'], 2);
  expect(scripts()).toEqual(['a.1.js', 'a.2.js', 'a.3.js']);
});
