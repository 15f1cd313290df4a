import { startProgram } from '#test/program.ts';
import { floodServer } from './flood-server.ts';

/** The long form: `REQUESTS` (100,000) requests from `ADDRESSES` (1,000) addresses, with the figures as JSON. */
const program = await startProgram({ TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn' });
const report = await floodServer(program, {
  requests: Number(process.env['REQUESTS'] ?? 100_000),
  addresses: Number(process.env['ADDRESSES'] ?? 1_000),
});
await program.stop();
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
