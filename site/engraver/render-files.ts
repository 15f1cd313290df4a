import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PictureFile } from './pictures.ts';

export interface FileRenderer {
  /** The bytes of a file: from the cache, or drawn now. */
  render(file: PictureFile): Promise<Uint8Array>;
}

interface Job {
  file: PictureFile;
  resolve(bytes: Uint8Array): void;
  reject(cause: unknown): void;
}

/**
 * Draws the files of pictures in as many threads as there are processors, and keeps them. A thread ends when
 * nothing is left to draw, so that a build with all files in the cache starts none.
 *
 * @param draw module of the threads
 */
export function createFileRenderer(
  cacheDir: string,
  draw = path.resolve('site/engraver/render-worker.ts'),
): FileRenderer {
  const jobs: Job[] = [];
  const promised = new Map<string, Promise<Uint8Array>>();
  let threads = 0;

  const startThread = (): void => {
    threads++;
    const worker = new Worker(draw);
    let current: Job | undefined;
    const next = (): void => {
      current = jobs.shift();
      if (current) worker.postMessage(current.file);
      else {
        threads--;
        void worker.terminate();
      }
    };
    worker.on('message', (bytes: Uint8Array) => {
      current?.resolve(bytes);
      next();
    });
    worker.on('error', (cause) => {
      threads--;
      current?.reject(cause);
      if (jobs.length > 0) startThread();
    });
    next();
  };

  const drawNow = (file: PictureFile): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      jobs.push({ file, resolve, reject });
      if (threads < availableParallelism()) startThread();
    });

  const produce = async (file: PictureFile): Promise<Uint8Array> => {
    const target = path.join(cacheDir, path.basename(file.path));
    if (existsSync(target)) return readFile(target);
    const bytes = await drawNow(file);
    await mkdir(cacheDir, { recursive: true });
    // Two builds may run at once: a file is whole or not there.
    const draft = `${target}.${process.pid}`;
    await writeFile(draft, bytes);
    await rename(draft, target);
    return bytes;
  };

  return {
    render(file) {
      const known = promised.get(file.path);
      if (known) return known;
      const bytes = produce(file);
      promised.set(file.path, bytes);
      return bytes;
    },
  };
}
