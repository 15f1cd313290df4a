import { join } from 'node:path';
import { buildIfChanged } from './build.ts';
import { exitOf, isStopRequested, spawnChild } from './child-processes.mjs';
import { nodePath } from './node-binary.mjs';
import { root, toolEnv } from './step.mjs';

export async function main(): Promise<void> {
  // The server reads the built pages at its start; the pages with reload come from Astro.
  await buildIfChanged();

  const apiPort = process.env['PORT'] ?? '3000';
  const sitePort = process.env['DEV_SITE_PORT'] ?? '4321';
  const siteUrl = `http://localhost:${sitePort}`;
  const watch = ['--watch', '--watch-preserve-output', '--watch-path=server', '--watch-path=contract'];
  const server = spawnChild(nodePath, [...watch, join('server', 'main.ts')], {
    cwd: root,
    // Ctrl+C reaches a whole group, and Node passes it on: the server would take the second for "do not wait".
    detached: process.platform !== 'win32',
    env: toolEnv({ PORT: apiPort, SITE_URL: process.env['SITE_URL'] ?? siteUrl }),
    stdio: 'inherit',
  });
  const site = spawnChild('astro', ['dev', '--port', sitePort], {
    cwd: root,
    env: toolEnv({ DEV_API_URL: `http://127.0.0.1:${apiPort}`, ASTRO_TELEMETRY_DISABLED: '1' }),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  console.log(`\nThe site with reload: ${siteUrl} (its calls go to the server on port ${apiPort})\n`);

  // A server that ended on a mistake in its sources waits for their next change.
  const code = await exitOf(site);
  process.exitCode = isStopRequested() ? 0 : code;
  server.kill('SIGTERM');
}
