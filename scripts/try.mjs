import { buildIfChanged } from './build.mjs';
import { exitOf, isStopRequested, spawnChild } from './child-processes.mjs';
import { installDependencies } from './install.mjs';
import { nodePath } from './node-binary.mjs';
import { root, runScript, toolEnv } from './step.mjs';

await runScript(async () => {
  await installDependencies({ dev: true });
  await buildIfChanged();
  const trial = spawnChild(nodePath, ['lab/try/main.ts'], { cwd: root, env: toolEnv({}), stdio: 'inherit' });
  const code = await exitOf(trial);
  process.exitCode = isStopRequested() ? 0 : code;
});
