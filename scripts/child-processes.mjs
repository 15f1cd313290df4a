import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const running = new Set();
let isStopping = false;

/** Whether a signal asked this program to end. */
export const isStopRequested = () => isStopping;

/**
 * Like `spawn`; the child ends when a signal asks this program to end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function spawnChild(command, args, options) {
  const child = spawn(command, args, options);
  running.add(child);
  for (const event of ['exit', 'error']) child.once(event, () => running.delete(child));
  return child;
}

/**
 * From now on a signal that ends a program ends the children first. Each gets SIGTERM, also for a
 * SIGINT: at Ctrl-C the terminal has sent them SIGINT already, and for the server a second SIGINT
 * means "without waiting for the calls in flight". On Windows the console itself tells every program, and
 * `kill` would end the server in the middle of an answer.
 */
export function endChildrenOnSignals() {
  // Without a listener Node opens its debugger, to everybody on this machine.
  process.on('SIGUSR1', () => {});
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      isStopping = true;
      if (running.size === 0) process.exit(128 + constants.signals[signal]);
      if (process.platform === 'win32') return;
      for (const child of running) child.kill('SIGTERM');
    });
  }
}

/**
 * Resolves to the exit code a shell would give: 128 and the signal's number when a signal ended it.
 *
 * @param {ChildProcess} child
 * @returns {Promise<number>}
 */
export function exitOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // Not `exit`: the last lines of a piped output come after it.
    child.once('close', (code, signal) =>
      resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]),
    );
  });
}
