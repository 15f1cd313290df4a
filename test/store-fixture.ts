import { join } from 'node:path';
import { afterEach, beforeEach, describe } from 'vitest';
import { openOperatorStore, openStore } from '#server/store/open-store.ts';
import type { OpenStoreOptions, OperatorStore, Store } from '#server/store/store.ts';
import { engines, isSkipped } from './faults/stores.ts';
import { connect } from './job-claims.ts';
import { keepStore } from './kept-store.ts';
import { runOnStore, type StorePlace } from './run-on-store.ts';
import { openSharedPostgres } from './shared-postgres.ts';

/** The store of a block of tests, on one engine: empty before each, and used by nobody else. */
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
      const kept = keepStore(engine);
      let opened: Pick<Store, 'close'>[] = [];

      async function open(changes: Partial<OpenStoreOptions> = {}) {
        const another = await openStore({ ...kept.place, ...changes });
        opened.push(another);
        return another;
      }

      beforeEach(() => connect(kept.store));

      afterEach(async () => {
        await Promise.all(opened.map((each) => each.close()));
        opened = [];
      });

      defineTests({
        engine,
        get store() {
          return kept.store;
        },
        open,
        async openOperator() {
          const operator = await openOperatorStore(kept.place);
          opened.push(operator);
          return operator;
        },
        get databaseUrl() {
          return kept.place.databaseUrl;
        },
        get dataDir() {
          return kept.place.dataDir;
        },
        emptyDatabase: async () => ({
          databaseUrl: engine === 'postgres' ? await (await openSharedPostgres()).createDatabase() : null,
          dataDir: join(kept.place.dataDir, 'empty'),
        }),
      });
    });
  }
}

export async function runStatements(place: StorePlace, ...statements: readonly string[]): Promise<void> {
  for (const statement of statements) await runOnStore(place, statement);
}
