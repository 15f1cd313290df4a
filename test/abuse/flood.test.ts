import { expect, onTestFinished, test } from 'vitest';
import { type FloodOptions, floodServer } from '#lab/fuzz/flood-server.ts';
import { floodedAbove } from '#server/abuse/limits.ts';
import { startProgram } from '#test/program.ts';

async function flood(options: FloodOptions) {
  const program = await startProgram({ TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn' });
  onTestFinished(async () => void (await program.stop()));
  const report = await floodServer(program, options);
  expect(report.honest).toMatchObject({ sent: options.requests / 100, heldBack: 0 });
  expect(report.honest.accepted).toBe(report.honest.sent);
  // Nothing is answered with 200 that is not stored.
  const stored = Object.values(report.stored).reduce((sum, count) => sum + count);
  expect(stored).toBe((report.floodStatuses['200'] ?? 0) + report.honest.accepted);
  return report;
}

test('through a flood of 5,000 requests from 200 addresses each honest submission is taken and delivered', async () => {
  const report = await flood({ requests: 5_000, from: { kind: 'mixed', addresses: 200 } });
  expect(Object.keys(report.floodStatuses).sort()).toEqual(['200', '429']);
  // Delivered: what came before the site counted as flooded, and the first of each address.
  expect(report.stored['accepted']).toBeLessThanOrEqual(floodedAbove + 3 * 200 + report.honest.sent);
  expect(report.stored['quarantined email']).toBeGreaterThan(0);
  expect(report.stored['quarantined address']).toBeGreaterThan(0);
}, 60_000);

test('through a flood from 5,000 networks of one IPv6 /48 each honest submission is taken and delivered', async () => {
  const report = await flood({ requests: 5_000, from: { kind: 'one /48' }, bioBytes: 4_900 });
  expect(report.floodStatuses['429']).toBeGreaterThan(4_800);
  expect(report.storedMiB).toBeLessThan(1);
}, 60_000);
