import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PictureFile } from './pictures.ts';
import { createFileRenderer } from './render-files.ts';

const file = (name: string): PictureFile => ({
  name: 'home',
  size: 0,
  density: 2,
  path: `/art/${name}.webp`,
});

let folder: string;
let draw: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'render-files-'));
  draw = path.join(folder, 'draw.mjs');
  // Stands in for the threads' module: it answers with the path, and fails on one.
  await writeFile(
    draw,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', ({ path }) => {
       if (path.includes('broken')) throw new Error('no such scene');
       parentPort.postMessage(new TextEncoder().encode(path));
     });`,
  );
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('draws each file once, and keeps it whole', async () => {
  const cache = path.join(folder, 'cache');
  const renderer = createFileRenderer(cache, draw);
  const files = ['a', 'b', 'c', 'd', 'e'].map(file);
  const first = await Promise.all(files.map((one) => renderer.render(one)));
  expect(new TextDecoder().decode(first[2])).toBe('/art/c.webp');
  expect((await readdir(cache)).sort()).toEqual(['a.webp', 'b.webp', 'c.webp', 'd.webp', 'e.webp']);
  await rm(cache, { recursive: true });
  expect(await renderer.render(file('c'))).toEqual(first[2]);
});

test('takes from the cache what is there, without a thread', async () => {
  const cache = path.join(folder, 'cache');
  await createFileRenderer(cache, draw).render(file('a'));
  const bytes = await createFileRenderer(cache, path.join(folder, 'missing.mjs')).render(file('a'));
  expect(new TextDecoder().decode(bytes)).toBe('/art/a.webp');
});

test('tells which drawing failed, and draws the others', async () => {
  const renderer = createFileRenderer(path.join(folder, 'cache'), draw);
  const broken = renderer.render(file('broken'));
  const whole = renderer.render(file('whole'));
  await expect(broken).rejects.toThrow('no such scene');
  expect(new TextDecoder().decode(await whole)).toBe('/art/whole.webp');
});
