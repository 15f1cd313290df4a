import { StoreDamagedError, StoreUnavailableError } from './errors.ts';
import { type OpenStoreOptions, openStore } from './open-store.ts';
import type { Store } from './store.ts';
import { createQueryCalls } from './store-calls.ts';

/**
 * Opens the store. When its file is damaged, answers one that rejects every call, and why: the pages
 * can be served without a store.
 *
 * @throws {StoreOpenError} for any other reason
 */
export async function openStoreUnlessDamaged(
  options: OpenStoreOptions,
): Promise<{ store: Store; damage: StoreDamagedError | null }> {
  try {
    return { store: await openStore(options), damage: null };
  } catch (error) {
    if (!(error instanceof StoreDamagedError)) throw error;
    return { store: createUnavailableStore(error), damage: error };
  }
}

function createUnavailableStore(cause: StoreDamagedError): Store {
  const reject = () => Promise.reject(new StoreUnavailableError('The store is damaged.', { cause }));
  return {
    ...createQueryCalls(reject),
    engine: 'sqlite',
    accept: reject,
    rewriteFile: reject,
    emptyLog: reject,
    close: async () => {},
  };
}
