import { spawnSync } from 'node:child_process';
import { readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallPackages, installCommand, installPackages } from './debian.mjs';
import { root, StepError, step } from './step.mjs';

const isWindows = process.platform === 'win32';
/** Of the `node` package: the Node that package.json names. */
export const packagedNode = join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');

/** What npm's scripts and the tests call `node`: the packaged one, or where that does not run this machine's. */
export const nodePath = isWindows ? packagedNode : join(root, 'node_modules', '.bin', 'node');

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
  let failure = explainFailure(packagedNode);
  if (failure?.includes(library.file) && canInstallPackages()) {
    await step(`Installing ${library.packages.join()}, which Node needs (apt-get)`, () =>
      installPackages(library.packages),
    );
    failure = explainFailure(packagedNode);
  }
  if (failure === null) return pointTo(packagedNode);

  // A broken `node` in node_modules/.bin would keep npm from running any script, this one included.
  pointTo(process.execPath);
  const version = process.versions.node;
  if (Number.parseInt(version, 10) >= oldestMajor) {
    console.log(`Node ${version} of this machine is used, because the packaged one does not run: ${failure}`);
    return;
  }
  throw new StepError(
    failure.includes(library.file)
      ? [
          `Node for the server does not run, because this machine lacks ${library.file}. Install it once, then start again:`,
          `  ${installCommand(library.packages)}`,
          `(Or start with Node ${oldestMajor} or newer of this machine; this is Node ${version}.)`,
        ].join('\n')
      : [
          `Node for the server does not run: ${failure}`,
          'It comes with the `node` package, whose install script downloads the binary for this machine. That script',
          'did not run, most likely because npm is told to skip install scripts (`npm config get ignore-scripts`).',
          'Allow it once, then start again:',
          '  npm rebuild node --ignore-scripts=false --foreground-scripts',
        ].join('\n'),
  );
}

/**
 * @param {string} binary
 * @returns {string | null} why it does not run; null: it runs
 */
function explainFailure(binary) {
  const { status, stderr, error } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  if (status === 0) return null;
  return error?.message ?? stderr.trim().split('\n')[0] ?? `exit code ${status}`;
}

/** @param {string} binary */
function pointTo(binary) {
  if (isWindows) return;
  const target = binary === packagedNode ? join('..', 'node', 'bin', 'node') : binary;
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
