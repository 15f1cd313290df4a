import { spawn } from 'node:child_process';
import { buildIfChanged } from './build.mjs';
import { installDependencies } from './install.mjs';
import { exitOf, forwardSignals, startServer } from './server.mjs';
import { readDotEnv, root, runScript, toolEnv } from './step.mjs';

const sitePort = '4321';

await runScript(async () => {
  readDotEnv();
  await installDependencies({ dev: true });
  // The server reads the built pages at its start; the pages with reload come from Astro.
  await buildIfChanged();

  const apiPort = process.env['PORT'] ?? '3000';
  const siteUrl = `http://localhost:${sitePort}`;
  const server = startServer({
    nodeArgs: ['--watch', '--watch-preserve-output'],
    env: { PORT: apiPort, SITE_URL: process.env['SITE_URL'] ?? siteUrl },
  });
  const site = spawn('astro', ['dev', '--port', sitePort], {
    cwd: root,
    env: toolEnv({ DEV_API_URL: `http://127.0.0.1:${apiPort}`, ASTRO_TELEMETRY_DISABLED: '1' }),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  console.log(`\nThe site with reload: ${siteUrl} (its calls go to the server on port ${apiPort})\n`);

  const children = [server, site];
  forwardSignals(children);
  // Either one ending ends the other: half of it is no development server.
  process.exitCode = await Promise.race(children.map(exitOf));
  for (const child of children) child.kill('SIGTERM');
});
