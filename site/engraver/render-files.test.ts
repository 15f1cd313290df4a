import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PictureFile, PictureName } from './pictures.ts';
import { createFileRenderer } from './render-files.ts';

const file = (name: string, picture: PictureName = 'home'): PictureFile => ({
  name: picture,
  size: 0,
  density: 2,
  path: `/art/${name}.webp`,
});

let folder: string;
let draw: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'render-files-'));
  draw = path.join(folder, 'draw.mjs');
  // Stands in for the threads' module: it answers with the path and how many came with it, and fails on one.
  await writeFile(
    draw,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', (files) => {
       for (const { path } of files) {
         if (path.includes('broken')) throw new Error('no such scene');
         parentPort.postMessage({ path, bytes: new TextEncoder().encode(path + ' of ' + files.length) });
       }
     });`,
  );
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('draws each file once, those of a picture together, and keeps it whole', async () => {
  const cache = path.join(folder, 'cache');
  const renderer = createFileRenderer(cache, { draw });
  const files = ['a', 'b', 'c']
    .map((name) => file(name))
    .concat(['d', 'e'].map((name) => file(name, 'keys')));
  const drawn = await Promise.all(files.map((one) => renderer.render(one)));
  expect(drawn.map((bytes) => new TextDecoder().decode(bytes))).toEqual([
    '/art/a.webp of 3',
    '/art/b.webp of 3',
    '/art/c.webp of 3',
    '/art/d.webp of 2',
    '/art/e.webp of 2',
  ]);
  expect((await readdir(cache)).sort()).toEqual(['a.webp', 'b.webp', 'c.webp', 'd.webp', 'e.webp']);
  await rm(cache, { recursive: true });
  expect(await renderer.render(file('c'))).toEqual(drawn[2]);
});

test('takes from the cache what is there, without a thread', async () => {
  const cache = path.join(folder, 'cache');
  await createFileRenderer(cache, { draw }).render(file('a'));
  const bytes = await createFileRenderer(cache, { draw: path.join(folder, 'missing.mjs') }).render(file('a'));
  expect(new TextDecoder().decode(bytes)).toBe('/art/a.webp of 1');
});

test('tells which drawing failed, and draws the others', async () => {
  const renderer = createFileRenderer(path.join(folder, 'cache'), { draw });
  const broken = renderer.render(file('broken'));
  const whole = renderer.render(file('whole', 'keys'));
  await expect(broken).rejects.toThrow('no such scene');
  expect(new TextDecoder().decode(await whole)).toBe('/art/whole.webp of 1');
});
