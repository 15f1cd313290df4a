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

/** A file that a thread answers. */
export interface DrawnFile {
  path: string;
  bytes: Uint8Array;
}

interface RendererOptions {
  /** Module of the threads: it is sent the files of one picture, and answers with each as a `DrawnFile`. */
  draw?: string;
  /** Told the name of a picture before it is drawn, which takes seconds. */
  onDraw?: (name: string) => void;
}

interface Job {
  file: PictureFile;
  resolve(bytes: Uint8Array): void;
  reject(cause: unknown): void;
}

/**
 * Draws the files of pictures in as many threads as there are processors, and keeps them. A thread takes all
 * files of a picture, because they share most of the work. It ends when nothing is left to draw, so that a
 * build with all files in the cache starts none.
 */
export function createFileRenderer(
  cacheDir: string,
  { draw = path.resolve('site/engraver/render-worker.ts'), onDraw }: RendererOptions = {},
): FileRenderer {
  /** By the picture's name. */
  const waiting = new Map<string, Job[]>();
  const promised = new Map<string, Promise<Uint8Array>>();
  let threads = 0;

  const takeNext = (): Job[] => {
    const [name] = waiting.keys();
    if (name === undefined) return [];
    const jobs = waiting.get(name) ?? [];
    waiting.delete(name);
    onDraw?.(name);
    return jobs;
  };

  const startThread = (): void => {
    threads++;
    const worker = new Worker(draw);
    let current: Job[] = [];
    const next = (): void => {
      current = takeNext();
      if (current.length > 0) worker.postMessage(current.map(({ file }) => file));
      else {
        threads--;
        void worker.terminate();
      }
    };
    // Not before it runs: until then more files of the first picture may be asked for.
    worker.on('online', next);
    worker.on('message', (drawn: DrawnFile) => {
      const done = current.findIndex(({ file }) => file.path === drawn.path);
      current.splice(done, 1)[0]?.resolve(drawn.bytes);
      if (current.length === 0) next();
    });
    worker.on('error', (cause) => {
      threads--;
      for (const { reject } of current) reject(cause);
      if (waiting.size > 0) startThread();
    });
  };

  const drawNow = (file: PictureFile): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      const jobs = waiting.get(file.name) ?? [];
      waiting.set(file.name, [...jobs, { file, resolve, reject }]);
      if (threads < Math.min(availableParallelism(), waiting.size)) startThread();
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
