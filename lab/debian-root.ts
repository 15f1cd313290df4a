import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { findOnPath, installCommand } from '../scripts/debian.mjs';

/** Runs a program to its end. @returns what it printed */
export async function run(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 2 ** 26 });
  return stdout.trim();
}

/** Ends this process where no root can be made, with the command that corrects it. */
export function requireRoot(...programs: readonly string[]): void {
  const missing = programs.filter((program) => findOnPath(program) === null);
  if (process.getuid?.() === 0 && missing.length === 0) return;
  const reason = missing.length > 0 ? `Run: ${installCommand(missing)}` : 'Run it with sudo.';
  console.error(`NOT RUN: this takes root, and Debian's ${programs.join(' and ')}. ${reason}`);
  process.exit(1);
}

/** How a command is run in a root: as a Dockerfile's lines of the same names say. */
export interface RootCommand {
  env: Readonly<Record<string, string>>;
  user?: string;
  workingDir?: string;
}

/**
 * Runs a command as process 1 of namespaces of its own: all that it starts ends with it, and no mount stays behind.
 *
 * @param mounts lines of the shell, beside `/proc`
 */
export function spawnInRoot(
  folder: string,
  mounts: readonly string[],
  command: readonly string[],
  { env, user = 'root', workingDir = '/' }: RootCommand,
) {
  const script = [
    ...mounts,
    `mount -t proc proc '${folder}/proc'`,
    `exec chroot --userspec='${user}' '${folder}' env --chdir='${workingDir}' "$@"`,
  ];
  return spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', script.join('\n'), 'sh', ...command],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
}
