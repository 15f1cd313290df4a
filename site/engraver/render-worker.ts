import { parentPort } from 'node:worker_threads';
import { encodeEngraving } from './encode.ts';
import { createEngraver } from './engrave.ts';
import { type PictureFile, scenes } from './pictures.ts';
import type { Scene, Size } from './scene.ts';

// A thread of render-files.ts: draws the files of one picture after the other.
parentPort?.on('message', async (files: readonly PictureFile[]) => {
  const [first] = files;
  if (!first) return;
  const scene: Scene = scenes[first.name];
  const engrave = createEngraver(scene);
  for (const { path, size, density } of files) {
    const engraving = engrave(scene.sizes[size] as Size, density);
    parentPort?.postMessage({ path, bytes: await encodeEngraving(engraving, scene.ground, density) });
  }
});
