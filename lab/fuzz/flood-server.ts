import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { submit } from '#test/faults/load.ts';
import type { RunningProgram } from '#test/program.ts';

const connections = 64;
/** One honest visitor each so many requests of the flood, from a network and with an email of their own. */
const honestEvery = 100;

export interface FloodOptions {
  requests: number;
  /**
   * `mixed`: IPv4 addresses side by side, and every fourth an IPv6 /48 of its own. `one /48`: each request from
   * another /64 of one /48.
   */
  from: { kind: 'mixed'; addresses: number } | { kind: 'one /48' };
  /** Of each request's longest field. */
  bioBytes?: number;
}

export interface FloodReport {
  floodRequests: number;
  from: FloodOptions['from'];
  seconds: number;
  /** The flood's answers, by status. */
  floodStatuses: Record<string, number>;
  honest: { sent: number; accepted: number; heldBack: number; slowestMs: number };
  /** Submissions in the store, by state and reason. */
  stored: Record<string, number>;
  /** Of what the flood has stored. */
  storedMiB: number;
  /** Resident memory of the server in MiB: at a fifth of the flood, and at its end. */
  memoryMiB: { early: number; late: number };
}

/** Floods the program (started with `TRUST_PROXY=loopback`) from many addresses, with honest visitors in between. */
export async function floodServer(
  program: RunningProgram,
  { requests, from, bioBytes = 5 }: FloodOptions,
): Promise<FloodReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const report: FloodReport = {
    floodRequests: requests,
    from,
    seconds: 0,
    floodStatuses: {},
    honest: { sent: 0, accepted: 0, heldBack: 0, slowestMs: 0 },
    stored: {},
    storedMiB: 0,
    memoryMiB: { early: 0, late: 0 },
  };
  const bio = 'x'.repeat(bioBytes);
  const startedAtMs = performance.now();
  let next = 0;

  async function sendHonest(): Promise<void> {
    const number = report.honest.sent++;
    const sentAtMs = performance.now();
    const address = `198.${18 + ((number >> 8) & 1)}.${number & 255}.${1 + (number >> 9)}`;
    const fields = { email: `honest-${number}@example.com` };
    const { status } = await submit(program.url, { agent, address, fields });
    if (status === 200) report.honest.accepted += 1;
    report.honest.slowestMs = Math.max(report.honest.slowestMs, Math.round(performance.now() - sentAtMs));
  }

  async function runLane(): Promise<void> {
    while (next < requests) {
      const number = next++;
      if (number % honestEvery === honestEvery - 1) await sendHonest();
      if (number === Math.floor(requests / 5)) report.memoryMiB.early = await readMemoryMiB(program.pid);
      const email = number % 7 === 0 ? 'victim@example.com' : `${randomUUID()}@flood.example`;
      const address = floodAddress(from, number);
      const answer = await submit(program.url, { agent, address, fields: { email, bio } });
      // 0: on a connection that the server has just closed.
      const status = answer.status ?? 0;
      report.floodStatuses[status] = (report.floodStatuses[status] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: connections }, runLane));
  agent.destroy();
  report.seconds = Math.round((performance.now() - startedAtMs) / 100) / 10;
  report.memoryMiB.late = await readMemoryMiB(program.pid);
  readStored(program, report);
  return report;
}

function floodAddress(from: FloodOptions['from'], number: number): string {
  const hex = (value: number): string => (value & 0xffff).toString(16);
  if (from.kind === 'one /48') return `2001:db8:1:${hex(number)}::1`;
  const source = number % from.addresses;
  return source % 4 === 0
    ? `2001:db8:${hex(source)}:1::${hex(number)}`
    : `10.${(source >> 16) & 255}.${(source >> 8) & 255}.${source & 255}`;
}

async function readMemoryMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}

function readStored(program: RunningProgram, report: FloodReport): void {
  const database = new DatabaseSync(path.join(program.folder, 'waitlist.db'), { readOnly: true });
  const rows = database
    .prepare(
      `select state, coalesce(quarantine_reason, '') as reason, email_key like 'honest-%' as honest, count(*) as count,
         sum(length(fields)) as bytes
       from submissions group by 1, 2, 3`,
    )
    .all() as { state: string; reason: string; honest: number; count: number; bytes: number }[];
  database.close();
  for (const { state, reason, honest, count, bytes } of rows) {
    if (honest === 1 && reason !== '') report.honest.heldBack += count;
    const key = `${state} ${reason}`.trim();
    report.stored[key] = (report.stored[key] ?? 0) + count;
    if (honest === 0) report.storedMiB += Math.round((bytes / 2 ** 20) * 10) / 10;
  }
}
