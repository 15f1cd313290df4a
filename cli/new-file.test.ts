import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  '%s leaves no half file under the final name',
  async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'entree-new-file-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const child = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { writeNewFile } from ${JSON.stringify(join(import.meta.dirname, 'new-file.ts'))};
    async function* write() {
      yield 'half of it';
      console.log('written');
      await new Promise((done) => setTimeout(done, 60_000));
    }
    await writeNewFile(${JSON.stringify(join(folder, 'all.csv'))}, write());`,
    ]);
    await once(child.stdout, 'data');
    child.kill(signal);
    await once(child, 'exit');
    const left = await readdir(folder);
    expect(left).not.toContain('all.csv');
    if (signal !== 'SIGKILL') expect(left).toEqual([]);
  },
);
