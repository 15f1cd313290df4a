import pg from 'pg';
import { expect } from 'vitest';
import type { RunningProgram } from '#test/program.ts';
import { submit } from './load.ts';

/** While a transaction holds the lock that every submission needs, each is answered with 503 within the form's patience. */
export async function expectRefusalsWhileLocked(databaseUrl: string, { url }: RunningProgram): Promise<void> {
  const locker = new pg.Client(databaseUrl);
  await locker.connect();
  try {
    await locker.query('begin');
    await locker.query('lock table submissions in access exclusive mode');
    const startedAtMs = performance.now();
    const answers = await Promise.all(Array.from({ length: 64 }, () => submit(url)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(performance.now() - startedAtMs).toBeLessThan(15_000);
    // Ended by the server's own lock timeout, not given up on by the client: nothing waits any more.
    const { rows } = await locker.query('select 1 from pg_locks where not granted');
    expect(rows).toEqual([]);
    await locker.query('rollback');
    await expect.poll(async () => (await submit(url)).status).toBe(200);
  } finally {
    await locker.end();
  }
}
