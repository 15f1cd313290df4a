import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { RunningPostgres } from '#test/postgres.ts';
import { rest } from './load.ts';

/** Sends SIGKILL to the postmaster and to every child of it. */
export async function killWithAllItsProcesses(postgres: RunningPostgres) {
  const pids = await findAllProcesses(postgres);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  // Until they are gone, another would refuse to start on the same data.
  while (pids.some(isAlive)) await rest(10);
}

/** Stops them as SIGSTOP does: connections stay open, and nothing is answered. Answers how they go on. */
export async function freezeAllProcesses(postgres: RunningPostgres): Promise<() => void> {
  const pids = await findAllProcesses(postgres);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGCONT');
  };
}

/** The postmaster and every child of it. */
export async function findAllProcesses(postgres: RunningPostgres): Promise<number[]> {
  const client = new pg.Client(postgres.url());
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const own = rows[0]?.pid ?? 0;
    const postmaster = readParent(own);
    if (postmaster === null) throw new Error('The postmaster was not found.');
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      // Without the process of the connection that asks, which ends with it.
      .filter((pid) => pid !== own && readParent(pid) === postmaster);
    return [postmaster, ...children];
  } finally {
    await client.end();
  }
}

function readParent(pid: number): number | null {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) || null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
