import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdEarlierFiles } from './earlier-files.mjs';

const dayMs = 24 * 60 * 60 * 1000;
let root = '';
let dist = '';
let hold = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'entree-earlier-'));
  dist = join(root, 'dist');
  hold = join(root, 'hold');
});
afterEach(() => rmSync(root, { recursive: true }));

/** Empties the folder, as a build does, and writes these files into it. */
function build(names: readonly string[], bytes = 10): void {
  rmSync(dist, { recursive: true, force: true });
  for (const name of names) {
    mkdirSync(join(dist, name, '..'), { recursive: true });
    writeFileSync(join(dist, name), 'x'.repeat(bytes));
  }
}

function buildAndKeep(names: readonly string[], atDay: number, maxBytes?: number): void {
  const restore = holdEarlierFiles(dist, hold, { nowMs: atDay * dayMs, ...(maxBytes && { maxBytes }) });
  build(names);
  restore();
}

const scripts = () => readdirSync(join(dist, '_astro')).sort();

test('the hashed files of the build before are kept beside those of the new one', () => {
  buildAndKeep(['index.html', '_astro/a.1.js', 'art/home.1.webp', '_astro/fonts/serif.1.woff2'], 0);
  buildAndKeep(['index.html', '_astro/a.2.js'], 1);
  for (const name of ['_astro/a.1.js', '_astro/a.2.js', 'art/home.1.webp', '_astro/fonts/serif.1.woff2']) {
    expect(existsSync(join(dist, name)), name).toBe(true);
  }
  expect(existsSync(hold)).toBe(false);
});

test('pages and compressed copies are not kept', () => {
  buildAndKeep(['old.html', '_astro/a.1.js', '_astro/a.1.js.br', '_astro/a.1.js.gz'], 0);
  buildAndKeep(['index.html', '_astro/a.2.js'], 1);
  expect(existsSync(join(dist, 'old.html'))).toBe(false);
  expect(scripts()).toEqual(['a.1.js', 'a.2.js']);
});

test('a file goes 14 days after the last build that had it', () => {
  buildAndKeep(['_astro/a.1.js'], 0);
  buildAndKeep(['_astro/a.2.js'], 10);
  // Until day 10 it was current.
  buildAndKeep(['_astro/a.3.js'], 23);
  expect(scripts()).toEqual(['a.1.js', 'a.2.js', 'a.3.js']);
  buildAndKeep(['_astro/a.4.js'], 25);
  expect(scripts()).toEqual(['a.2.js', 'a.3.js', 'a.4.js']);
});

test('a file that comes back with a new build is current again', () => {
  buildAndKeep(['_astro/a.1.js'], 0);
  buildAndKeep(['_astro/a.2.js'], 1);
  buildAndKeep(['_astro/a.1.js'], 2);
  buildAndKeep(['_astro/a.3.js'], 16);
  buildAndKeep(['_astro/a.4.js'], 20);
  expect(scripts()).toEqual(['a.1.js', 'a.3.js', 'a.4.js']);
});

test('together they are bounded: the oldest go first', () => {
  buildAndKeep(['_astro/a.1.js'], 0);
  buildAndKeep(['_astro/a.2.js'], 1);
  buildAndKeep(['_astro/a.3.js'], 2);
  buildAndKeep(['_astro/a.4.js'], 3, 25);
  expect(scripts()).toEqual(['a.2.js', 'a.3.js', 'a.4.js']);
});

test('a build that broke off loses none of them', () => {
  buildAndKeep(['_astro/a.1.js'], 0);
  buildAndKeep(['_astro/a.2.js'], 1);
  holdEarlierFiles(dist, hold, { nowMs: 2 * dayMs });
  build([]);
  mkdirSync(dist, { recursive: true });
  buildAndKeep(['_astro/a.3.js'], 3);
  expect(scripts()).toEqual(['a.1.js', 'a.2.js', 'a.3.js']);
});

test('a manifest that a full disk cut short stops no build, and the files are kept', () => {
  buildAndKeep(['_astro/a.1.js'], 0);
  buildAndKeep(['_astro/a.2.js'], 1);
  writeFileSync(join(dist, '.earlier-files.json'), '');
  buildAndKeep(['_astro/a.3.js'], 2);
  expect(scripts()).toEqual(['a.1.js', 'a.2.js', 'a.3.js']);
});
