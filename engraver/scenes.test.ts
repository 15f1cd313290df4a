import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Scene } from './engine/scene.ts';
import { type PictureName, scenes } from './scenes.ts';

const names = Object.keys(scenes) as PictureName[];

test('every scene in its folder is a picture of the site', async () => {
  const files = await readdir(path.join(import.meta.dirname, 'scenes'));
  expect(files.map((file) => path.basename(file, '.ts')).sort()).toEqual([...names].sort());
});

describe.each(names)('the picture %s', (name) => {
  const scene: Scene = scenes[name];

  test('has a size for every window', () => {
    expect(scene.sizes[0]?.from).toBe(0);
    expect(scene.sizes.map(({ from }) => from)).toEqual(
      scene.sizes.map(({ from }) => from).sort((a, b) => a - b),
    );
  });
});
