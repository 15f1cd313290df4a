import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureNode, packagedNode } from './node-binary.mjs';
import { requireWritableFolder, root, run, step } from './step.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} LockFile
 */

/** What npm has kept is not asked about again: the lock file has its hash. */
const ofLockFile = ['--prefer-offline', '--ignore-scripts', '--include=optional'];

/**
 * Installs what the lock file names, unless it is installed already.
 *
 * @param {{ dev: boolean }} options `dev`: what only checks and tests need too
 */
export async function installDependencies({ dev }) {
  // Whoever has the tools of the tests keeps them: `npm ci` removes what it is told to leave out.
  const scope = dev || existsSync(join(root, 'node_modules', 'vitest')) ? '--include=dev' : '--omit=dev';
  if (!isInstalled(root, { dev })) {
    requireWritableFolder();
    await step('Installing what package-lock.json names (npm ci)', () => npm('ci', ...ofLockFile, scope));
  }
  if (packagedNode !== null && !existsSync(packagedNode)) {
    // npm may be told to leave optional packages out.
    await step('Installing Node for the server (npm install)', () =>
      npm('install', '--no-save', '--ignore-scripts', '--include=optional', scope),
    );
  }
  await ensureNode();
}

/**
 * Installs what the engraver's own lock file names, unless it is installed already.
 *
 * @param {string} folder
 */
export async function installEngraver(folder) {
  if (isInstalled(folder, { dev: true })) return;
  await step('Installing what engraver/package-lock.json names (npm ci)', () =>
    npm('ci', '--prefix', folder, ...ofLockFile, '--include=dev'),
  );
}

/**
 * Errors only: a warning about each package that asks for a newer Node than the one npm runs on concerns nobody,
 * since the packages run on the packaged Node. With engine-strict in the environment each would end the installation.
 *
 * @param {string[]} args
 */
function npm(...args) {
  const { command, args: first } = npmCommand();
  return run(command, [...first, ...args, '--engine-strict=false', '--loglevel=error'], { env: process.env });
}

/**
 * npm writes what it installed to node_modules/.package-lock.json, last of all: so a broken-off
 * installation has none, and one made by hand with `npm ci` is not made again.
 *
 * @param {string} folder
 * @param {{ dev: boolean }} options
 */
function isInstalled(folder, { dev }) {
  const installed = readLockFile(join(folder, 'node_modules', '.package-lock.json'));
  if (installed === null) return false;
  const wanted = readLockFile(join(folder, 'package-lock.json'))?.packages ?? {};
  return Object.entries(wanted).every(([path, locked]) => {
    if (path === '' || (locked.dev && !dev)) return true;
    const present = installed.packages?.[path];
    // Optional packages are mostly those of other platforms.
    if (present === undefined) return Boolean(locked.optional || locked.devOptional);
    return present.version === locked.version && present.integrity === locked.integrity;
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
