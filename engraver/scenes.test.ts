import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { encodeEngraving } from './engine/encode.ts';
import { createEngraver } from './engine/engrave.ts';
import type { Scene, Size } from './engine/scene.ts';
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

  test('is composed: lines and open ground, and its red where the eye lands', async () => {
    const size = scene.sizes[0] as Size;
    const small = { ...size, width: 96, height: Math.round((96 * size.height) / size.width) };
    const engraving = createEngraver({ ...scene, sizes: [small] })(small, 1);
    const share = (list: Uint8Array): number =>
      list.reduce((sum, value) => sum + value, 0) / (255 * list.length);
    const lines = share(engraving.lines);
    expect(lines).toBeGreaterThan(0.06);
    expect(lines).toBeLessThan(scene.mostLines ?? 0.6);
    const red = share(engraving.red);
    // On paper a red body is a plate, on ink it is lines.
    expect(red).toBeLessThan(scene.ground === 'paper' ? 0.35 : 0.2);
    const file = await encodeEngraving(engraving, scene.ground, 1);
    const { width, format, hasAlpha } = await sharp(file).metadata();
    expect({ width, format, hasAlpha }).toEqual({ width: 96, format: 'webp', hasAlpha: true });
  });
});
