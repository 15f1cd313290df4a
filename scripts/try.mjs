import { buildIfChanged } from './build.mjs';
import { isStopRequested } from './child-processes.mjs';
import { installDependencies } from './install.mjs';
import { nodePath } from './node-binary.mjs';
import { exitCodeOf, runScript } from './step.mjs';

await runScript(async () => {
  await installDependencies({ dev: true });
  await buildIfChanged();
  const code = await exitCodeOf(nodePath, ['lab/try/main.ts']);
  process.exitCode = isStopRequested() ? 0 : code;
});
