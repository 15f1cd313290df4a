import { join } from 'node:path';
import { buildIfChanged } from './build.mjs';
import { installDependencies } from './install.mjs';
import { nodePath } from './node-binary.mjs';
import { exitCodeOf, readDotEnv, runScript } from './step.mjs';

await runScript(async () => {
  readDotEnv();
  await installDependencies({ dev: false });
  await buildIfChanged();
  process.exitCode = await exitCodeOf(nodePath, [join('server', 'main.ts')]);
});
