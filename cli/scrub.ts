import { scrubStore } from '#server/operator/scrub-store.ts';
import { StoreUnavailableError } from '#server/store/errors.ts';
import type { OperatorStore } from '#server/store/store.ts';
import type { Context } from './command.ts';
import { findUnfinished } from './unfinished-copies.ts';

/** How long to wait for another process that reads the store. */
const usualWaitMs = 60_000;
const readers = 'a backup, an export, Litestream';

/**
 * Removes what was deleted from the embedded store's files.
 *
 * @returns what is to be done by hand; null: nothing deleted is left in the files
 */
export async function scrub(
  store: Pick<OperatorStore, 'rewriteFile' | 'emptyLog'>,
  { note, config }: Pick<Context, 'note' | 'config'>,
  waitMs = usualWaitMs,
): Promise<string | null> {
  let hasNoted = false;
  try {
    const isScrubbed = await scrubStore(store, {
      waitMs,
      onWait() {
        if (!hasNoted)
          note(`Waiting for another process that reads the store (${readers}), at most ${waitMs / 1_000} s.`);
        hasNoted = true;
      },
    });
    const unfinished = findUnfinished(config.dataDir);
    if (isScrubbed && unfinished.length > 0)
      return `It is deleted from the store. A copy of it that is being written, or was broken off, may still contain it: ${unfinished.join(', ')}. Delete the copy, or wait until it is whole and delete it then.`;
    if (isScrubbed) return null;
    return `It is deleted from the store, but the store's files still contain it: another process has been reading them for ${waitMs / 1_000} s (${readers}). End that process, then run this command again.`;
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    return `It is deleted from the store, but the store's files still contain it, because they could not be rewritten: ${error.message} They need free space of twice their size. Then run this command again.`;
  }
}
