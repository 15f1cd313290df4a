import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, StepError, step } from './step.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} LockFile
 */

/** Node as package.json names it: the server's TypeScript runs on it unbuilt. */
export const nodePath = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/**
 * Brings node_modules to what the lock file says, when it is not there already.
 *
 * @param {{ dev: boolean }} options `dev`: the tools for building, checking and testing too
 */
export async function installDependencies({ dev }) {
  if (!isInstalled({ dev })) {
    const npm = npmCommand();
    await step('Installing what package-lock.json names (npm ci)', () =>
      run(npm.command, [...npm.args, 'ci', ...(dev ? ['--include=dev'] : [])], { env: process.env }),
    );
  }
  checkNode();
}

/**
 * npm writes what it installed to node_modules/.package-lock.json, last of all: so a broken-off
 * installation has none, and one made by hand with `npm ci` is not made again.
 *
 * @param {{ dev: boolean }} options
 */
function isInstalled({ dev }) {
  const installed = readLockFile(join(root, 'node_modules', '.package-lock.json'));
  if (installed === null) return false;
  const wanted = readLockFile(join(root, 'package-lock.json'))?.packages ?? {};
  return Object.entries(wanted).every(([path, locked]) => {
    // Optional packages are mostly those of other platforms.
    if (path === '' || locked.optional || locked.devOptional) return true;
    if (locked.dev && !dev) return true;
    const present = installed.packages?.[path];
    return (
      present !== undefined && present.version === locked.version && present.integrity === locked.integrity
    );
  });
}

/**
 * @param {string} path
 * @returns {LockFile | null}
 */
function readLockFile(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** The npm that started this script, if one did; else the one on the PATH. */
function npmCommand() {
  const cli = process.env['npm_execpath'];
  return cli?.endsWith('npm-cli.js')
    ? { command: process.execPath, args: [cli] }
    : { command: 'npm', args: [] };
}

function checkNode() {
  if (spawnSync(nodePath, ['--version']).status === 0) return;
  throw new StepError(
    [
      `Node for the server is missing: ${nodePath} does not run.`,
      'It comes with the `node` package, whose install script fetches the binary for this machine. That script did',
      'not run, most likely because npm is told to skip install scripts (`npm config get ignore-scripts`).',
      'Allow it once, then start again:',
      '  npm rebuild node --ignore-scripts=false --foreground-scripts',
    ].join('\n'),
  );
}
