import { readFileSync } from 'node:fs';
import type { RunningPostgres } from '#test/postgres.ts';
import { rest } from './load.ts';

/** Sends SIGKILL to the postmaster and to every child of it. */
export async function killWithAllItsProcesses(postgres: RunningPostgres) {
  const pids = findAllProcesses(postgres);
  signalAll(pids, 'SIGKILL');
  // Until they are gone, another would refuse to start on the same data.
  while (pids.some(isAlive)) await rest(10);
}

/** The postmaster and every child of it. */
export function findAllProcesses({ pid }: RunningPostgres): number[] {
  const children = readFileSync(`/proc/${pid()}/task/${pid()}/children`, 'utf8');
  return [pid(), ...children.trim().split(' ').map(Number)];
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  // One that has ended meanwhile needs no signal.
  for (const pid of pids.filter(isAlive)) process.kill(pid, signal);
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
