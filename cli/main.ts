import '#server/no-debugger.ts';
import { forTerminal } from '#contract/clean-text.ts';
import { EnvFileError, enterProjectFolder, loadEnvFile } from '#server/env-file.ts';
import { runCli } from './run-cli.ts';

// Without a listener, a reader that closes the pipe would end the process; the failing write reports it.
process.stdout.on('error', () => {});

// Files that a command names are looked up from where it was typed.
process.env['INIT_CWD'] ??= process.cwd();
try {
  enterProjectFolder();
  process.exitCode = await runCli(process.argv.slice(2), {
    namesInFile: loadEnvFile(process.env),
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin.isTTY ? process.stdin : null,
  });
} catch (error) {
  if (!(error instanceof EnvFileError)) throw error;
  process.stderr.write(`${forTerminal(error.message)}\n`);
  process.exitCode = 1;
}
