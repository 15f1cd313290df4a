import pg from 'pg';
import { openConsoleStore } from '#server/store/open-console-store.ts';
import type { FollowBarrier } from '#server/store/people.ts';

/**
 * Builds the list of a store from before the console, with nothing else going on.
 * @returns how long it took, in seconds
 */
export async function buildList(place: { databaseUrl: string | null; dataDir: string }): Promise<number> {
  const store = await openConsoleStore(place);
  const startedAtMs = performance.now();
  let barrier: FollowBarrier | null = null;
  for (;;) {
    const pass = await store.followPeople({ limit: 500, barrier });
    barrier = pass.barrier;
    if (pass.position >= pass.newest) break;
  }
  const tookS = (performance.now() - startedAtMs) / 1_000;
  await store.close();
  if (place.databaseUrl !== null) await vacuum(place.databaseUrl);
  return tookS;
}

/** As autovacuum does within a minute after so many rows were added. */
async function vacuum(databaseUrl: string) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}
