import { join } from 'node:path';
import { installDependencies, installEngraver } from './install.mjs';
import { root, run } from './step.mjs';

const engraver = join(root, 'engraver');

/** Installs the engraver's packages where they are missing and runs it; with `--test`, its check and its tests. */
export async function main(args: readonly string[]): Promise<void> {
  const isTest = args[0] === '--test';
  if (isTest) await installDependencies({ dev: true });
  await installEngraver(engraver);
  if (!isTest) return run('node', [join(engraver, 'main.ts'), ...args]);
  for (const script of ['check', 'test']) await run('npm', ['--prefix', engraver, 'run', script]);
}
