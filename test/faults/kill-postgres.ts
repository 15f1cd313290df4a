import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { RunningPostgres } from '#test/postgres.ts';
import { rest } from './load.ts';

/** Sends SIGKILL to the postmaster and to every child of it. */
export async function killWithAllItsProcesses(postgres: RunningPostgres) {
  const client = new pg.Client(postgres.url());
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = readParent(rows[0]?.pid ?? 0);
  if (postmaster === null) throw new Error('The postmaster was not found.');
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && readParent(Number(name)) === postmaster,
  );
  for (const pid of [postmaster, ...children.map(Number)]) process.kill(pid, 'SIGKILL');
  await client.end().catch(() => undefined);
  // Until they are gone, another would refuse to start on the same data.
  while (children.some((pid) => isAlive(Number(pid)))) await rest(10);
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
