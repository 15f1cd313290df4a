import type { TestProject } from 'vitest/node';
import { findPostgres, startPostgres } from './postgres.ts';
import { findFreePort } from './program.ts';

/** Starts the Postgres of this run beside the first tests: those that need it wait until it answers. */
export async function setup(project: TestProject) {
  if (findPostgres() === null) {
    project.provide('sharedPostgresUrl', null);
    return;
  }
  const port = await findFreePort();
  const started = startPostgres({ port, flushesToDisk: false });
  // When it fails, the tests that wait for it say so.
  started.catch(() => undefined);
  project.provide('sharedPostgresUrl', `postgres://postgres@127.0.0.1:${port}/postgres`);
  return async () => {
    const postgres = await started.catch(() => null);
    await postgres?.stop();
  };
}
