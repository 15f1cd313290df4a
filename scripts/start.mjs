import { buildIfChanged } from './build.mjs';
import { installDependencies } from './install.mjs';
import { exitOf, forwardSignals, startServer } from './server.mjs';
import { readDotEnv, runScript } from './step.mjs';

await runScript(async () => {
  readDotEnv();
  await installDependencies({ dev: false });
  await buildIfChanged();
  const server = startServer();
  forwardSignals(() => [server]);
  process.exitCode = await exitOf(server);
});
