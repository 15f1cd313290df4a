import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, StepError, tryStep } from './step.mjs';

/** Whether packages can be installed without asking for a password: as root on Debian or a system based on it. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && hasApt();
}

const hasApt = () => existsSync('/etc/debian_version') && findOnPath('apt-get') !== null;

/**
 * The one command with which a person installs these packages.
 *
 * @param {readonly string[]} names of Debian packages
 */
export function installCommand(names) {
  const command = `apt-get install ${names.join(' ')}`;
  if (!hasApt()) return `${command} (or what your system calls ${names.length > 1 ? 'them' : 'it'})`;
  return process.getuid?.() === 0 ? command : `sudo ${command}`;
}

let isIndexFresh = false;

/**
 * @param {readonly string[]} names of Debian packages
 * @throws StepError when they cannot be installed
 */
export async function installPackages(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Without a network this fails soon instead of after minutes.
  const aptOptions = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20', '-o', 'Dpkg::Use-Pty=0'];
  if (!isIndexFresh) await run('apt-get', [...aptOptions, 'update', '-qq'], { env });
  isIndexFresh = true;
  await run('apt-get', [...aptOptions, 'install', '-y', '-qq', '--no-install-recommends', ...names], {
    env,
  });
}

/**
 * Installs the tools that are missing, where that needs no password.
 *
 * @param {readonly { label: string, packages: readonly string[], find: () => unknown, prepare?: () => void }[]} tools
 * `find` answers null where the tool is missing, and throws where a setting names a wrong one
 */
export async function installMissing(tools) {
  const missing = tools.filter(({ find }) => find() === null);
  if (!canInstallPackages()) return;
  for (const { label, packages, prepare } of missing) {
    await tryStep(`Installing ${label} for the tests (apt-get)`, async () => {
      prepare?.();
      await installPackages(packages);
    });
  }
}

/**
 * The program that a setting names; null when it is unset.
 *
 * @param {string} setting
 * @throws StepError when there is no such file
 */
export function findNamed(setting) {
  const path = process.env[setting];
  if (!path) return null;
  if (existsSync(path)) return path;
  throw new StepError(`${setting} is ${path}, which does not exist. Correct it or leave it unset.`);
}

/**
 * @param {string} command
 * @returns {string | null} its absolute path
 */
export function findOnPath(command) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  const files = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => endings.map((ending) => join(folder, command + ending)));
  return files.find(isExecutable) ?? null;
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
