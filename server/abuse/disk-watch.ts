import { statfs } from 'node:fs/promises';

const askEveryMs = 5_000;

/**
 * Whether the disk of a folder has less free than this. It is asked in the background, at most every five seconds:
 * nobody waits for a disk that does not answer. Not low as long as nothing is known.
 */
export function createDiskWatch(folder: string, belowBytes: number): () => boolean {
  let isLow = false;
  let isAsking = false;
  let askAtMs = 0;

  async function ask(): Promise<void> {
    const { bavail, bsize } = await statfs(folder);
    isLow = bavail * bsize < belowBytes;
  }

  return () => {
    if (!isAsking && performance.now() >= askAtMs) {
      isAsking = true;
      void ask()
        .catch(() => undefined)
        .finally(() => {
          isAsking = false;
          askAtMs = performance.now() + askEveryMs;
        });
    }
    return isLow;
  };
}
