import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program to its end.
 * @returns what it wrote to its standard output
 * @throws {Error} with the end of its output when it does not end with 0
 */
export async function run(
  program: string,
  args: readonly string[],
  { cwd }: { cwd?: string } = {},
): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let all = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    all += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    all += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${all.slice(-4_000)}`);
  return stdout.trim();
}
