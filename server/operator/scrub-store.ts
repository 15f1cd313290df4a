import { setTimeout as wait } from 'node:timers/promises';
import type { OperatorStore } from '#server/store/store.ts';

const tryEveryMs = 250;

/**
 * Removes deleted rows from every byte of the store's files. Another connection that reads the database from before
 * the deletion, such as a backup or an export, keeps its log: it is waited for.
 *
 * @returns false: it was still being read after `waitMs`
 */
export async function scrubStore(
  store: Pick<OperatorStore, 'rewriteFile' | 'emptyLog'>,
  { waitMs, onWait }: { waitMs: number; onWait?(): void },
): Promise<boolean> {
  const startedAtMs = performance.now();
  let isRewritten = false;
  for (;;) {
    isRewritten ||= await store.rewriteFile();
    if (isRewritten && (await store.emptyLog())) return true;
    if (performance.now() - startedAtMs >= waitMs) return false;
    onWait?.();
    await wait(tryEveryMs);
  }
}
