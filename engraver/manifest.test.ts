import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hashSources } from './hash-sources.ts';
import { findOldWorks, readDrawnFrom } from './manifest.ts';
import { root, works } from './works.ts';

test('every picture and font is drawn from what its sources are now', () => {
  const old = findOldWorks(readDrawnFrom()).map(({ name }) => name);
  expect(old, `Older than their sources: ${old.join(', ')}. Run: npm run engrave`).toEqual([]);
});

test('the committed files are those that the works name, no fewer and no others', () => {
  const listed = works.flatMap(({ files }) => files);
  expect(listed.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const there = ['site/fonts', 'site/pictures/art', 'site/pictures/icon', 'site/pictures/share'].flatMap(
    (folder) => readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`),
  );
  expect(
    there.filter((file) => !listed.includes(file)),
    'Delete what nothing draws any more',
  ).toEqual([]);
});

test('a change of a module, or of one that it imports, changes the hash; a type or another module does not', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sources-'));
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  await write('scene.ts', "import { a } from './body.ts';\nimport type { B } from './types.ts';\n");
  await write('body.ts', "import {\n  city,\n} from '#brand.ts';\n");
  await write('brand.ts', "export const city = 'Sydney';\n");
  await write('types.ts', 'export type B = 1;\n');
  const hash = () => hashSources(folder, ['scene.ts']);
  const first = hash();
  await write('types.ts', 'export type B = 2;\n');
  expect(hash()).toBe(first);
  await write('brand.ts', "export const city = 'Melbourne';\n");
  expect(hash()).not.toBe(first);
  await rm(folder, { recursive: true });
});
