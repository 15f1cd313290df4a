import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endChildrenOnSignals, exitOf, isStopRequested, spawnChild } from './child-processes.mjs';

/** The repository's root, wherever the command was called from. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const bin = join(root, 'node_modules', '.bin');

/** The exit code of a program that got SIGKILL, as from a system without memory left. */
const killed = 137;

/** A failure that a person can correct: its message says what happened and what to do. */
export class StepError extends Error {}

/**
 * Prints what is being done, and at the end how long it took.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const startedAt = performance.now();
  console.log(`→ ${title} …`);
  try {
    const result = await work();
    console.log(`✓ ${title} (${seconds(startedAt)})`);
    return result;
  } catch (error) {
    console.log(`✗ ${title} (${seconds(startedAt)})`);
    throw error;
  }
}

/**
 * A step whose failure is shown and lets what follows run.
 *
 * @param {string} title
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function tryStep(title, work) {
  try {
    await step(title, work);
    return true;
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.error(error.message);
    return false;
  }
}

/** @param {number} startedAt */
const seconds = (startedAt) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

/**
 * The environment in which `node` is the Node of package.json and the installed tools are found.
 *
 * @param {Record<string, string | undefined>} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnv(more = {}) {
  return { ...process.env, ...more, PATH: [bin, process.env['PATH'] ?? ''].join(delimiter) };
}

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [label] in front of each line, where several commands run at once
 */

/**
 * Runs a command with its output in view; resolves to its exit code.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export async function exitCodeOf(command, args, { env = toolEnv(), label } = {}) {
  const child = spawnChild(command, args, {
    cwd: root,
    env: label && process.stdout.isTTY ? { FORCE_COLOR: '1', ...env } : env,
    stdio: label ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    // There the tools are `.cmd` files, which only a shell starts; what has a path may have spaces in it.
    shell: process.platform === 'win32' && !isAbsolute(command),
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => console.log(`${label} │ ${line}`));
  }
  try {
    return await exitOf(child);
  } catch (cause) {
    throw new StepError(`${command} could not be run: ${/** @type {Error} */ (cause).message}`);
  }
}

/**
 * Like `exitCodeOf`; throws `StepError` when the command fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export async function run(command, args, options) {
  const code = await exitCodeOf(command, args, options);
  if (code === 0) return;
  const what = `\`${[command, ...args].join(' ')}\``;
  throw new StepError(
    code === killed
      ? `${what} was ended by the system, most probably because memory ran out. A start needs 512 MB: free some, then start again.`
      : `${what} ended with exit code ${code}.`,
  );
}

/**
 * Runs a script's work; of what a person can correct only a sentence is shown, of any other error the stack.
 *
 * @param {() => Promise<void>} work
 */
export async function runScript(work) {
  endChildrenOnSignals();
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    // The step was ended by a signal: that is no failure to explain.
    if (isStopRequested() && error instanceof StepError) return;
    console.error(explain(error));
  }
}

/**
 * What is shown of an error that ends a script.
 *
 * @param {unknown} error
 */
export function explain(error) {
  if (error instanceof StepError) return `\n${error.message}`;
  if (isNodeError(error) && ['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? ''))
    return `\n${error.path ?? root} may not be read or written by this user (${error.code}). Give the user that right, start as one who has it, or use a copy of this folder.`;
  return error;
}

/**
 * Before what would fail there with an error that names no cause.
 *
 * @throws when this user may not write in the project's folder, or nobody may
 */
export const requireWritableFolder = () => accessSync(root, constants.W_OK);

/** Reads `.env` into the environment; what is set already wins. */
export function readDotEnv() {
  // Node before 20.12 has no loadEnvFile; the server reads `.env` by itself, only build settings need this.
  if (typeof process.loadEnvFile !== 'function') return;
  try {
    process.loadEnvFile(join(root, '.env'));
  } catch (error) {
    if (!isNodeError(error) || error.code !== 'ENOENT') throw error;
  }
}

/**
 * @param {unknown} error
 * @returns {error is NodeJS.ErrnoException}
 */
export const isNodeError = (error) => error instanceof Error && 'code' in error;
