import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { nodePath } from './install.mjs';
import { root, toolEnv } from './step.mjs';

/**
 * Starts the server; it shares the terminal.
 *
 * @param {{ env?: Record<string, string | undefined> }} [options]
 */
export function startServer({ env = {} } = {}) {
  return spawn(nodePath, [join('server', 'main.ts')], {
    cwd: root,
    env: toolEnv(env),
    stdio: 'inherit',
  });
}

/**
 * Passes the signals on that end a program. A terminal's Ctrl-C reaches every process by itself;
 * passed on too, it would count as the second one, which means "at once".
 *
 * @param {() => readonly import('node:child_process').ChildProcess[]} listChildren asked at each signal
 */
export function forwardSignals(listChildren) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      for (const child of listChildren()) child.kill(signal);
    });
  }
}

/**
 * Resolves to the exit code a shell would give: 128 and the signal's number when a signal ended it.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export function exitOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]),
    );
  });
}
