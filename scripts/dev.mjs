import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged } from './build.mjs';
import { installDependencies } from './install.mjs';
import { exitOf, forwardSignals, startServer } from './server.mjs';
import { readDotEnv, root, runScript, toolEnv } from './step.mjs';

const sitePort = '4321';
/** An editor saves in several steps; the server starts again once they have settled. */
const settleMs = 100;

await runScript(async () => {
  readDotEnv();
  await installDependencies({ dev: true });
  // The server reads the built pages at its start; the pages with reload come from Astro.
  await buildIfChanged();

  const apiPort = process.env['PORT'] ?? '3000';
  const siteUrl = `http://localhost:${sitePort}`;
  const startApi = () =>
    startServer({ env: { PORT: apiPort, SITE_URL: process.env['SITE_URL'] ?? siteUrl } });
  let server = startApi();
  const site = spawn('astro', ['dev', '--port', sitePort], {
    cwd: root,
    env: toolEnv({ DEV_API_URL: `http://127.0.0.1:${apiPort}`, ASTRO_TELEMETRY_DISABLED: '1' }),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  forwardSignals(() => [server, site]);
  console.log(`\nThe site with reload: ${siteUrl} (its calls go to the server on port ${apiPort})\n`);

  // Ours and not `node --watch`, under which the program's worker never comes up.
  /** @type {NodeJS.Timeout | undefined} */
  let settling;
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
      clearTimeout(settling);
      settling = setTimeout(restart, settleMs);
    }),
  );

  // A server that ended on a mistake in its sources waits for their next change.
  process.exitCode = await exitOf(site);
  clearTimeout(settling);
  for (const watcher of watchers) watcher.close();
  server.kill('SIGTERM');
});
