import { existsSync } from 'node:fs';
import { runCli } from './run-cli.ts';

// Variables that are set already win over the file's, as for the server.
if (existsSync('.env')) process.loadEnvFile('.env');
// A reader that went away is seen by the write that failed.
process.stdout.on('error', () => {});

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin.isTTY ? process.stdin : null,
});
