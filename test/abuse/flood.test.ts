import { expect, onTestFinished, test } from 'vitest';
import { floodServer } from '#lab/flood/flood-server.ts';
import { calmPerTenMinutes } from '#server/abuse/abuse-check.ts';
import { startProgram } from '#test/program.ts';

test('through a flood of 5,000 requests from 200 addresses each honest submission is taken and goes to the channel', async () => {
  const program = await startProgram({ TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn' });
  onTestFinished(async () => void (await program.stop()));
  const report = await floodServer(program, { requests: 5_000, addresses: 200 });

  expect(report.honest).toMatchObject({ sent: 50, accepted: 50, heldBack: 0 });
  expect(Object.keys(report.floodStatuses).sort()).toEqual(['200', '429']);
  // Delivered: what came before the site counted as flooded, and the first of each address.
  expect(report.stored['waiting']).toBeLessThanOrEqual(calmPerTenMinutes + 3 * 200 + report.honest.sent);
  expect(report.stored['quarantined email']).toBeGreaterThan(0);
  expect(report.stored['quarantined address']).toBeGreaterThan(0);
  const stored = Object.values(report.stored).reduce((sum, count) => sum + count);
  expect(stored).toBe((report.floodStatuses['200'] ?? 0) + report.honest.accepted);
}, 60_000);
