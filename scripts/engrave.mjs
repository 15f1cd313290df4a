import { join } from 'node:path';
import { installDependencies, installEngraver } from './install.mjs';
import { root, run, runScript } from './step.mjs';

const engraver = join(root, 'engraver');
const args = process.argv.slice(2);

// Installs the engraver's packages where they are missing and runs it; with `--test`, its check and its tests.
await runScript(async () => {
  await installDependencies({ dev: args[0] === '--test' });
  await installEngraver(engraver);
  if (args[0] === '--test')
    for (const script of ['check', 'test']) await run('npm', ['--prefix', engraver, 'run', script]);
  else await run('node', [join(engraver, 'main.ts'), ...args]);
});
