import { startProgram } from '#test/program.ts';
import { floodServer } from './flood-server.ts';

/** The long form: each flood of `REQUESTS` (100,000) requests, with its figures as JSON. */
const requests = Number(process.env['REQUESTS'] ?? 100_000);
for (const options of [
  { requests, from: { kind: 'mixed', addresses: Number(process.env['ADDRESSES'] ?? 1_000) } },
  { requests, from: { kind: 'one /48' } },
  { requests, from: { kind: 'one /48' }, bioBytes: 4_900 },
] as const) {
  const program = await startProgram({ TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn' });
  const report = await floodServer(program, options);
  await program.stop();
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
}
