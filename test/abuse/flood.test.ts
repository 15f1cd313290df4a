import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { expect, test } from 'vitest';
import { median } from '#lab/bench/results.ts';
import { floodedAbove } from '#server/abuse/limits.ts';
import { submit } from '#test/faults/load.ts';
import { isLong } from '#test/faults/stores.ts';
import { startProgram } from '#test/program.ts';
import { runOnStore } from '#test/run-on-store.ts';

const requests = isLong ? 100_000 : 5_000;
const addresses = isLong ? 1_000 : 200;
const connections = 64;
/** One honest visitor each so many requests of the flood, from a network and with an email of their own. */
const honestEvery = 100;
const timeoutMs = isLong ? 600_000 : 120_000;

interface Flood {
  /** Of the request with this number. */
  addressOf(number: number): string;
  bioBytes?: number;
}

/** Floods the program, with honest visitors in between: each is accepted. */
async function flood({ addressOf, bioBytes = 5 }: Flood) {
  await using program = await startProgram();
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const bio = 'x'.repeat(bioBytes);
  /** The flood's answers, by status. */
  const statuses: Record<string, number> = {};
  let honest = 0;
  let next = 0;

  async function runLane(): Promise<void> {
    while (next < requests) {
      const number = next++;
      if (number % honestEvery === honestEvery - 1) {
        const visitor = honest++;
        const address = `198.${18 + ((visitor >> 8) & 1)}.${visitor & 255}.${1 + (visitor >> 9)}`;
        const fields = { email: `honest-${visitor}@example.com` };
        expect((await submit(program.url, { agent, address, fields })).status).toBe(200);
      }
      const email = number % 7 === 0 ? 'victim@example.com' : `${randomUUID()}@flood.example`;
      const answer = await submit(program.url, { agent, address: addressOf(number), fields: { email, bio } });
      // 0: on a connection that the server has just closed.
      const status = answer.status ?? 0;
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: connections }, runLane));
  agent.destroy();

  const rows = (await runOnStore(
    { databaseUrl: null, dataDir: program.folder },
    `select trim(state || ' ' || coalesce(quarantine_reason, '')) as state, email_key like 'honest-%' as isHonest,
       count(*) as count
     from submissions group by 1, 2`,
  )) as { state: string; isHonest: number; count: number }[];
  const countOf = (isHonest: number, state: string) =>
    rows.find((row) => row.isHonest === isHonest && row.state === state)?.count ?? 0;
  expect(countOf(1, 'accepted')).toBe(requests / honestEvery);
  // Nothing is answered with 200 that is not stored.
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe((statuses['200'] ?? 0) + honest);
  return { statuses, storedOfFlood: (state: string) => countOf(0, state) };
}

const visitors = isLong ? 60_000 : 14_000;

test(
  `of a rush of ${visitors} visitors from as many networks none is refused or lost, and a page waits no longer than a submission`,
  async () => {
    await using program = await startProgram();
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const ids = new Set<string | null>();
    const submissionTimesMs: number[] = [];
    let next = 0;
    async function runLane(): Promise<void> {
      while (next < visitors) {
        const visitor = next++;
        const address = `${20 + (visitor >> 16)}.${(visitor >> 8) & 255}.${visitor & 255}.1`;
        const startedAtMs = performance.now();
        const answer = await submit(program.url, { agent, address });
        submissionTimesMs.push(performance.now() - startedAtMs);
        expect(answer.status).toBe(200);
        ids.add(answer.id);
      }
    }
    const pageTimesMs: number[] = [];
    async function openPages(): Promise<void> {
      while (next < visitors) {
        const startedAtMs = performance.now();
        const page = await fetch(program.url);
        await page.text();
        pageTimesMs.push(performance.now() - startedAtMs);
        expect(page.status).toBe(200);
      }
    }
    await Promise.all([openPages(), ...Array.from({ length: connections }, runLane)]);
    agent.destroy();
    expect(median(pageTimesMs)).toBeLessThan(median(submissionTimesMs));
    // As slow as a busy machine can make it, and no slower.
    expect(Math.max(...pageTimesMs)).toBeLessThan(30_000);
    const [stored] = (await runOnStore(
      { databaseUrl: null, dataDir: program.folder },
      "select count(*) as count, count(*) filter (where quarantine_reason = 'overload') as overload from submissions",
    )) as { count: number; overload: number }[];
    expect(ids.size).toBe(visitors);
    expect(stored).toEqual({ count: visitors, overload: Math.max(0, visitors - 12_000) });
  },
  4 * timeoutMs,
);

const hex = (value: number): string => (value & 0xffff).toString(16);

test(
  `through a flood of ${requests} requests from ${addresses} addresses each honest submission is taken and delivered`,
  async () => {
    const { statuses, storedOfFlood } = await flood({
      /** IPv4 addresses side by side, and every fourth an IPv6 /48 of its own. */
      addressOf(number) {
        const source = number % addresses;
        return source % 4 === 0
          ? `2001:db8:${hex(source)}:1::${hex(number)}`
          : `10.0.${source >> 8}.${source & 255}`;
      },
    });
    expect(Object.keys(statuses).sort()).toEqual(['200', '429']);
    // Delivered: what came before the site counted as flooded, and the first of each address.
    expect(storedOfFlood('accepted')).toBeLessThanOrEqual(floodedAbove + 3 * addresses);
    expect(storedOfFlood('quarantined email')).toBeGreaterThan(0);
    expect(storedOfFlood('quarantined address')).toBeGreaterThan(0);
  },
  timeoutMs,
);

test(
  `through a flood of ${requests} requests from networks of one IPv6 /48 each honest submission is taken and delivered`,
  async () => {
    const { statuses } = await flood({
      addressOf: (number) => `2001:db8:1:${hex(number)}::1`,
      bioBytes: 4_900,
    });
    // So the longest texts fill less than a MiB of the store.
    expect(statuses['429']).toBeGreaterThan(0.96 * requests);
  },
  timeoutMs,
);
