import { buildIfChanged } from './build.mjs';
import { exitOf } from './child-processes.mjs';
import { installDependencies } from './install.mjs';
import { startServer } from './server.mjs';
import { readDotEnv, runScript } from './step.mjs';

await runScript(async () => {
  readDotEnv();
  await installDependencies({ dev: false });
  await buildIfChanged();
  process.exitCode = await exitOf(startServer());
});
