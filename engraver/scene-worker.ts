import { parentPort, workerData } from 'node:worker_threads';
import { encodeEngraving } from './engine/encode.ts';
import { createEngraver } from './engine/engrave.ts';
import type { Scene } from './engine/scene.ts';
import { type PictureName, scenes } from './scenes.ts';

// A thread of its own for a scene: draws all files of it, which share most of the work.
const scene: Scene = scenes[workerData as PictureName];
const engrave = createEngraver(scene);
const files: Uint8Array[] = [];
for (const size of scene.sizes) {
  for (const density of size.densities) {
    files.push(await encodeEngraving(engrave(size, density), scene.ground, density));
  }
}
parentPort?.postMessage(files);
