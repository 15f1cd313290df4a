import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { ScrubOptions } from '#server/store/operator-store.ts';
import { emptyLog, rewriteFile } from './deleted-content.ts';

const tryEveryMs = 250;

/**
 * Removes deleted rows from every byte of the database file and its log. Another connection that reads
 * the database from before the deletion, such as a backup or an export, keeps its log: it is waited for.
 *
 * @returns false: it was still being read after `waitMs`
 * @throws the engine's own error
 */
export async function scrubFile(database: DatabaseSync, { waitMs, onWait }: ScrubOptions): Promise<boolean> {
  const startedAtMs = performance.now();
  let isRewritten = false;
  for (;;) {
    isRewritten ||= rewriteFile(database);
    if (isRewritten && emptyLog(database)) return true;
    const waitedMs = performance.now() - startedAtMs;
    if (waitedMs >= waitMs) return false;
    onWait(waitedMs);
    await wait(tryEveryMs);
  }
}
