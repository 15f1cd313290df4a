import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './step.mjs';

/** Whether packages can be installed without asking anybody: as root on Debian or its like. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && isOnPath('apt-get');
}

let isIndexFresh = false;

/** @param {string} name of a Debian package */
export async function installPackage(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (!isIndexFresh) await run('apt-get', ['update', '-qq'], { env });
  isIndexFresh = true;
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
}

/** @param {string} command */
export function isOnPath(command) {
  return findOnPath(command) !== null;
}

/**
 * @param {string} command
 * @returns {string | null} its absolute path
 */
export function findOnPath(command) {
  const found = spawnSync('sh', ['-c', 'command -v "$1"', 'sh', command], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : null;
}
