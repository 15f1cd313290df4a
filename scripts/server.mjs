import { join } from 'node:path';
import { spawnChild } from './child-processes.mjs';
import { nodePath } from './node-binary.mjs';
import { root, toolEnv } from './step.mjs';

/**
 * Starts the server; it shares the terminal.
 *
 * @param {{ env?: Record<string, string | undefined> }} [options]
 */
export function startServer({ env = {} } = {}) {
  return spawnChild(nodePath, [join('server', 'main.ts')], {
    cwd: root,
    env: toolEnv(env),
    stdio: 'inherit',
  });
}
