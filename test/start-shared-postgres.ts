import type { TestProject } from 'vitest/node';
import { openStore } from '#server/store/open-store.ts';
import { findPostgres } from '../scripts/postgres.ts';
import { type RunningPostgres, runOn, startPostgres } from './postgres.ts';
import { findFreePort } from './program.ts';

/** The database with the store's schema that those of the tests are copied from. */
export const emptyStore = 'empty_store';

/** Starts the Postgres of this run beside the first tests: those that need it wait until it answers. */
export async function setup(project: TestProject) {
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
  const name = new URL(url).pathname.slice(1);
  await runOn(postgres.url(), `alter database ${name} rename to ${emptyStore}`);
}
