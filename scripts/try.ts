import { buildIfChanged } from './build.ts';
import { isStopRequested } from './child-processes.mjs';
import { nodePath } from './node-binary.mjs';
import { exitCodeOf } from './step.mjs';

export async function main(): Promise<void> {
  await buildIfChanged();
  const code = await exitCodeOf(nodePath, ['lab/try/main.ts']);
  process.exitCode = isStopRequested() ? 0 : code;
}
