import { statfs } from 'node:fs/promises';

const askEveryMs = 5_000;

/**
 * Whether the disk of a folder has less free than this. It is asked in the background, at most every five seconds:
 * nobody waits for a disk that does not answer. Not low as long as nothing is known.
 */
export function createDiskWatch(folder: string, belowBytes: number): () => boolean {
  let isLow = false;
  let askAtMs = 0;

  async function ask(): Promise<void> {
    // One question at a time: each that is not answered takes a thread.
    askAtMs = Number.POSITIVE_INFINITY;
    const { bavail, bsize } = await statfs(folder);
    isLow = bavail * bsize < belowBytes;
  }
  const askLater = () => {
    askAtMs = performance.now() + askEveryMs;
  };

  return () => {
    if (performance.now() >= askAtMs) void ask().then(askLater, askLater);
    return isLow;
  };
}
