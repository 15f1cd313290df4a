import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { openStore } from '#server/store/open-store.ts';
import { databaseFile } from '#server/store/sqlite/database-file.ts';
import type { Store } from '#server/store/store.ts';
import type { Engine } from './faults/stores.ts';
import type { StorePlace } from './run-on-store.ts';
import { type KeptDatabase, openSharedPostgres } from './shared-postgres.ts';

/** The store of a block of tests. */
export interface KeptStore {
  readonly store: Store;
  /** Its folder is this block's alone; a test finds no other file in it than the store's. */
  readonly place: StorePlace;
  /** Opens what a test has closed, as the next start of the server would. */
  reopen(): Promise<void>;
}

/**
 * A store that stays open through the block and holds nothing before each test: opening one for each would take longer
 * than most tests. A test awaits its calls: one that is still running would reach the next. A store that a test has
 * closed is opened again, on a new file.
 */
export function keepStore(engine: Engine): KeptStore {
  let database: KeptDatabase | undefined;
  let folder: string;
  let store: Store | undefined;

  const place = () => ({ databaseUrl: database?.url ?? null, dataDir: folder });
  async function open() {
    store = await openStore(place());
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entree-store-'));
    if (engine === 'postgres') database = await (await openSharedPostgres()).keepDatabase();
  });

  beforeEach(async () => {
    const isOpen = store !== undefined && (await isAnswering(store));
    const stays = isOpen ? filesOf(databaseFile(folder)) : [];
    for (const name of await readdir(folder))
      if (!stays.includes(join(folder, name))) await rm(join(folder, name), { recursive: true });
    await (database?.empty() ?? makeEmptyFile(databaseFile(folder)));
    if (isOpen) return;
    await store?.close().catch(() => undefined);
    await open();
  });

  afterAll(async () => {
    try {
      await store?.close();
      await database?.release();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  return {
    get store() {
      if (store === undefined) throw new Error('The store is open in tests only.');
      return store;
    },
    get place() {
      return place();
    },
    reopen: open,
  };
}

/** For a test that opens a store of its own in this folder. */
export const copyEmptyStore = (folder: string): Promise<void> =>
  copyFile(databaseFile(inject('emptyStoreFolder')), databaseFile(folder));

const isAnswering = (store: Store) =>
  store.ping().then(
    () => true,
    () => false,
  );

const filesOf = (file: string) => ['', '-wal', '-shm'].map((end) => file + end);

/** Beside the connections to it. */
async function makeEmptyFile(file: string): Promise<void> {
  using empty = new DatabaseSync(databaseFile(inject('emptyStoreFolder')), { readOnly: true });
  await backup(empty, file);
}
