import { watch } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged } from './build.ts';
import { exitOf, isStopRequested, spawnChild } from './child-processes.mjs';
import { nodePath } from './node-binary.mjs';
import { root, toolEnv } from './step.mjs';

/** An editor saves a file in several steps; the server starts again once no further one follows. */
const quietMs = 100;

export async function main(): Promise<void> {
  // The server reads the built pages at its start; the pages with reload come from Astro.
  await buildIfChanged();

  const apiPort = process.env['PORT'] ?? '3000';
  const sitePort = process.env['DEV_SITE_PORT'] ?? '4321';
  const siteUrl = `http://localhost:${sitePort}`;
  const startApi = () =>
    spawnChild(nodePath, [join('server', 'main.ts')], {
      cwd: root,
      env: toolEnv({ PORT: apiPort, SITE_URL: process.env['SITE_URL'] ?? siteUrl }),
      stdio: 'inherit',
    });
  let server = startApi();
  const site = spawnChild('astro', ['dev', '--port', sitePort], {
    cwd: root,
    env: toolEnv({ DEV_API_URL: `http://127.0.0.1:${apiPort}`, ASTRO_TELEMETRY_DISABLED: '1' }),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  console.log(`\nThe site with reload: ${siteUrl} (its calls go to the server on port ${apiPort})\n`);

  // Not `node --watch`: under it the store's worker never starts.
  let restartTimer: NodeJS.Timeout | undefined;
  let restarted = Promise.resolve();
  const restart = async () => {
    console.log('\nThe server starts again: its sources changed.');
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM');
      await exitOf(server);
    }
    server = startApi();
  };
  const watchers = ['server', 'contract'].map((folder) =>
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(restartTimer);
      restartTimer = setTimeout(() => {
        restarted = restarted.then(restart);
      }, quietMs);
    }),
  );

  // A server that ended on a mistake in its sources waits for their next change.
  const code = await exitOf(site);
  process.exitCode = isStopRequested() ? 0 : code;
  clearTimeout(restartTimer);
  for (const watcher of watchers) watcher.close();
  server.kill('SIGTERM');
}
