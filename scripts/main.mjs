import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installDependencies } from './install.mjs';
import { nodePath } from './node-binary.mjs';
import { exitCodeOf, readDotEnv, runScript } from './step.mjs';

// Runs a command of package.json. Any Node from 20 on runs this, which installs what is missing; the commands are
// TypeScript, and run on the Node that is installed then.
const [name = '', ...args] = process.argv.slice(2);
/** They do without the tools of checks and tests. */
const ofProduction = ['start', 'build', 'engrave'];

await runScript(async () => {
  // The trial needs nothing of the settings of a server in this folder: its ports, or a console that is off.
  if (name !== 'try') readDotEnv();
  await installDependencies({ dev: !ofProduction.includes(name) });
  if (realpathSync(process.execPath) === realpathSync(nodePath)) {
    const { main } = await import(`./${name}.ts`);
    await main(args);
  } else {
    process.exitCode = await exitCodeOf(nodePath, [fileURLToPath(import.meta.url), name, ...args]);
  }
});
