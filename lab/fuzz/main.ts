import { startProgram } from '#test/program.ts';
import { fuzzServer } from './fuzz-server.ts';

/** The long form: `REQUESTS` (100,000) requests from `SEED` (the time), with the figures as JSON. */
const requests = Number(process.env['REQUESTS'] ?? 100_000);
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const program = await startProgram({ RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' });
const report = await fuzzServer(program, { requests, seed });
const exitCode = await program.stop();
process.stdout.write(`${JSON.stringify({ ...report, exitCode }, null, 2)}\n`);
process.exit(report.findings.length === 0 && exitCode === 0 ? 0 : 1);
