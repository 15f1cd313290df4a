import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openStore } from '#server/store/open-store.ts';
import { findPostgres } from '../scripts/postgres.ts';
import { type RunningPostgres, runOn, startPostgres } from './postgres.ts';
import { findFreePort } from './program.ts';

/** The database with the store's schema that those of the tests are copied from. */
export const emptyStore = 'empty_store';
/** Its schema with a copy of each table in which a new store has rows. */
export const firstRows = 'first_rows';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the Postgres of this run; null: this machine has none. */
    sharedPostgresUrl: string | null;
    /** With a new embedded store, closed, that those of the tests are copied from. */
    emptyStoreFolder: string;
  }
}

/** Starts the Postgres of this run beside the first tests: those that need it wait until it answers. */
export async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'entree-empty-'));
  await (await openStore({ databaseUrl: null, dataDir: folder })).close();
  project.provide('emptyStoreFolder', folder);
  const stopPostgres = await startSharedPostgres(project);
  return () => Promise.all([rm(folder, { recursive: true }), stopPostgres?.()]);
}

async function startSharedPostgres(project: TestProject) {
  if (findPostgres() === null) {
    project.provide('sharedPostgresUrl', null);
    return;
  }
  const port = await findFreePort();
  const started = startPostgres({ port, flushesToDisk: false });
  const made = started.then(makeEmptyStore);
  // The tests that wait for it can only say that nothing answers.
  made.catch((error) => console.error('The Postgres of the tests could not be started:', error));
  project.provide('sharedPostgresUrl', `postgres://postgres@127.0.0.1:${port}/postgres`);
  return async () => {
    await made.catch(() => undefined);
    const postgres = await started.catch(() => null);
    await postgres?.stop();
  };
}

async function makeEmptyStore(postgres: RunningPostgres): Promise<void> {
  const url = await postgres.createDatabase();
  await (await openStore({ databaseUrl: url, dataDir: '' })).close();
  await runOn(url, `create schema ${firstRows}`);
  for (const table of ['channels', 'migrations'])
    await runOn(url, `create table ${firstRows}.${table} as table ${table}`);
  const name = new URL(url).pathname.slice(1);
  await runOn(postgres.url(), `alter database ${name} rename to ${emptyStore}`);
}
