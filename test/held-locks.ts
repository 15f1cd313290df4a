import pg from 'pg';
import { expect } from 'vitest';

/** A transaction on Postgres beside the store. It holds the locks of its statements until it is committed or disposed. */
export async function holdLocks(databaseUrl: string | null, statement: string) {
  const client = new pg.Client(String(databaseUrl));
  await client.connect();
  const run = async (text: string) => (await client.query(text)).rows;
  const waiting = `select from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`;
  const locks = {
    run,
    /** Until one other transaction waits for a lock. */
    untilAwaited: () => expect.poll(async () => (await run(waiting)).length).toBe(1),
    commit: () => run('commit'),
    [Symbol.asyncDispose]: () => client.end(),
  };
  try {
    await run('begin');
    await run(statement);
  } catch (error) {
    await client.end();
    throw error;
  }
  return locks;
}
