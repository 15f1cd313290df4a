import { join } from 'node:path';
import { buildIfChanged } from './build.mjs';
import { installDependencies } from './install.mjs';
import { nodePath } from './node-binary.mjs';
import { exitCodeOf, readDotEnv, root, runScript, toolEnv } from './step.mjs';

await runScript(async () => {
  readDotEnv();
  await installDependencies({ dev: false });
  await buildIfChanged();
  // What Node compiled at the last start is not compiled again: a second start takes three quarters of the time.
  const env = toolEnv({ NODE_COMPILE_CACHE: join(root, '.cache', 'compile') });
  process.exitCode = await exitCodeOf(nodePath, [join('server', 'main.ts')], { env });
});
