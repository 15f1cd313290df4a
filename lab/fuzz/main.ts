import { startProgram } from '#test/program.ts';
import { floodServer } from './flood-server.ts';
import { fuzzServer } from './fuzz-server.ts';

/**
 * The long form of `test/fuzz.test.ts` and `test/abuse/flood.test.ts`: `REQUESTS` (100,000) requests that are mutated
 * from `SEED` (the time), then floods of as many, each with its figures as JSON.
 */
const requests = Number(process.env['REQUESTS'] ?? 100_000);
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const print = (report: object) => process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);

const program = await startProgram({ RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' });
const report = await fuzzServer(program, { requests, seed });
const exitCode = await program.stop();
print({ ...report, exitCode });

for (const options of [
  { requests, from: { kind: 'mixed', addresses: 1_000 } },
  { requests, from: { kind: 'one /48' } },
  { requests, from: { kind: 'one /48' }, bioBytes: 4_900 },
] as const) {
  const flooded = await startProgram({ TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn' });
  print(await floodServer(flooded, options));
  await flooded.stop();
}
process.exitCode = report.findings.length === 0 && exitCode === 0 ? 0 : 1;
