import { parentPort } from 'node:worker_threads';
import { encodeEngraving } from './encode.ts';
import { engraveSize } from './engrave.ts';
import { type PictureFile, scenes } from './pictures.ts';
import type { Scene, Size } from './scene.ts';

// A thread of render-files.ts: draws one file after the other.
parentPort?.on('message', async ({ name, size, density }: PictureFile) => {
  const scene: Scene = scenes[name];
  const engraving = engraveSize(scene, scene.sizes[size] as Size, density);
  parentPort?.postMessage(await encodeEngraving(engraving, scene.ground, density));
});
