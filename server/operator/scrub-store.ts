import { setTimeout as wait } from 'node:timers/promises';
import type { OperatorStore } from '#server/store/operator-store.ts';

const tryEveryMs = 250;

/**
 * Removes deleted rows from every byte of the store's files. Another connection that reads the database from before
 * the deletion, such as a backup or an export, keeps its log: it is waited for.
 *
 * @returns false: it was still being read after `waitMs`
 */
export async function scrubStore(
  store: Pick<OperatorStore, 'rewriteFile' | 'emptyLog'>,
  { waitMs, onWait }: { waitMs: number; onWait?(waitedMs: number): void },
): Promise<boolean> {
  const startedAtMs = performance.now();
  let isRewritten = false;
  for (;;) {
    isRewritten ||= await store.rewriteFile();
    if (isRewritten && (await store.emptyLog())) return true;
    const waitedMs = performance.now() - startedAtMs;
    if (waitedMs >= waitMs) return false;
    onWait?.(waitedMs);
    await wait(tryEveryMs);
  }
}
