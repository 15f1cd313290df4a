import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { openOperatorStore } from '#server/store/open-operator-store.ts';
import { type OpenStoreOptions, openStore } from '#server/store/open-store.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import type { Store } from '#server/store/store.ts';
import { findPostgres } from '../scripts/postgres.mjs';
import { connect } from './job-claims.ts';
import { runOn } from './postgres.ts';
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
  emptyDatabase(): Promise<Pick<OpenStoreOptions, 'databaseUrl' | 'dataDir'>>;
}

/** The same tests on both engines; without a Postgres on this machine on SQLite only, except in CI. */
export function describeOnEachEngine(name: string, defineTests: (fixture: StoreFixture) => void): void {
  for (const engine of ['sqlite', 'postgres'] as const) {
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

function isSkipped(engine: Store['engine']) {
  if (engine !== 'postgres' || findPostgres() !== null || process.env.CI) return false;
  process.stderr.write('The store is not tested on Postgres: this machine has none.\n');
  return true;
}

/** On the database, beside the store: for what it never does itself. */
export async function runStatements(
  { databaseUrl, dataDir }: Pick<OpenStoreOptions, 'databaseUrl' | 'dataDir'>,
  ...statements: readonly string[]
): Promise<void> {
  if (databaseUrl === null) {
    const database = new DatabaseSync(join(dataDir, 'waitlist.db'));
    for (const statement of statements) database.exec(statement);
    return database.close();
  }
  for (const statement of statements) await runOn(databaseUrl, statement);
}
