import { setTimeout as wait } from 'node:timers/promises';
import type { OperatorStore } from '#server/store/store.ts';
import type { CallContext } from './call.ts';

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

const readers = 'a backup, an export, Litestream';

/**
 * Removes what was deleted from the embedded store's files. Answers what is to be done by hand; null: nothing deleted
 * is left in the files.
 *
 * @param waitMs for another process that reads the store
 * @param again what is to be run then
 */
export async function scrub(
  {
    store,
    warn,
    progress,
  }: Pick<CallContext, 'warn' | 'progress'> & {
    store: Pick<OperatorStore, 'rewriteFile' | 'emptyLog'>;
  },
  waitMs: number,
  again: string,
): Promise<string | null> {
  const still = "It is deleted from the store, but the store's files still contain it";
  const tooLong = `${still}: another process has been reading them for ${waitMs / 1_000} s (${readers}). End that process, then run ${again}.`;
  try {
    const scrubbed = scrubStore(store, {
      waitMs,
      onWait: () => progress(`Waiting for another process that reads the store (${readers})`),
    });
    // The files of a large store may take longer than that to rewrite.
    if (await Promise.race([scrubbed, wait(1.5 * waitMs, false, { ref: false })])) return null;
    warn({}, tooLong);
    return tooLong;
  } catch (error) {
    warn({ err: error }, still);
    return `${still}, because they could not be rewritten: ${Error.isError(error) ? error.message : ''} They need free space of twice their size. Then run ${again}.`;
  }
}
