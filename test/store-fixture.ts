import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, inject } from 'vitest';
import { openOperatorStore, openStore } from '#server/store/open-store.ts';
import type { OpenStoreOptions, OperatorStore, Store } from '#server/store/store.ts';
import { engines, isSkipped } from './faults/stores.ts';
import { connect } from './job-claims.ts';
import { runOnStore, type StorePlace } from './run-on-store.ts';
import { openSharedPostgres, type TestDatabases } from './shared-postgres.ts';

/** The store of one test, on one engine: empty, and used by nobody else. */
export interface StoreFixture {
  readonly engine: Store['engine'];
  readonly store: Store;
  /** Another instance on the same database, or with other options; closed after the test. */
  open(changes?: Partial<OpenStoreOptions>): Promise<Store>;
  /** What the commands use, on the same database; closed after the test. */
  openOperator(): Promise<OperatorStore>;
  /** null: the embedded store. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Options of a store on an empty database of its own. */
  emptyDatabase(): Promise<StorePlace>;
}

/** The same tests on both engines; without a Postgres on this machine on SQLite only, except in CI. */
export function describeOnEachEngine(name: string, defineTests: (fixture: StoreFixture) => void): void {
  for (const engine of engines) {
    describe.skipIf(isSkipped(engine))(`${name} on ${engine}`, () => {
      let postgres: TestDatabases | undefined;
      let folder: string;
      let databaseUrl: string | null = null;
      let opened: Pick<Store, 'close'>[] = [];
      let store: Store;

      async function open(changes: Partial<OpenStoreOptions> = {}) {
        const another = await openStore({ databaseUrl, dataDir: folder, ...changes });
        opened.push(another);
        return another;
      }

      beforeAll(async () => {
        if (engine === 'postgres') postgres = await openSharedPostgres();
      }, 60_000);

      beforeEach(async () => {
        folder = await mkdtemp(join(tmpdir(), 'entree-store-'));
        databaseUrl = (await postgres?.takeDatabase()) ?? null;
        if (engine === 'sqlite') await cp(inject('emptyStoreFolder'), folder, { recursive: true });
        store = await open();
        await connect(store);
      });

      afterEach(async () => {
        await Promise.all(opened.map((each) => each.close()));
        opened = [];
        await rm(folder, { recursive: true, force: true });
      });

      defineTests({
        engine,
        get store() {
          return store;
        },
        open,
        async openOperator() {
          const operator = await openOperatorStore({ databaseUrl, dataDir: folder });
          opened.push(operator);
          return operator;
        },
        get databaseUrl() {
          return databaseUrl;
        },
        get dataDir() {
          return folder;
        },
        emptyDatabase: async () => ({
          databaseUrl: (await postgres?.createDatabase()) ?? null,
          dataDir: join(folder, 'empty'),
        }),
      });
    });
  }
}

export async function runStatements(place: StorePlace, ...statements: readonly string[]): Promise<void> {
  for (const statement of statements) await runOnStore(place, statement);
}
