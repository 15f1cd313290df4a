import { loadEnvFile } from '#server/env-file.ts';
import { runCli } from './run-cli.ts';

const namesInFile = loadEnvFile(process.env);
// Without a listener, a reader that closes the pipe would end the process; the failing write reports it.
process.stdout.on('error', () => {});

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  namesInFile,
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin.isTTY ? process.stdin : null,
});
