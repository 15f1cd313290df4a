import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lchown, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeNewFile } from './new-file.ts';

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

// Only root can give a link to another user.
test.runIf(process.getuid?.() === 0)('nothing is written through a link of another user', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entree-new-file-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'own/letters'), { recursive: true });
  await symlink('own', join(folder, 'own link'));
  await symlink('own', join(folder, 'foreign link'));
  await lchown(join(folder, 'foreign link'), 1, 1);
  await writeNewFile(join(folder, 'own link/letters/a.txt'), 'a');
  for (const through of ['foreign link/a.txt', 'foreign link/letters/a.txt', 'foreign link/new/a.txt'])
    await expect(writeNewFile(join(folder, through), 'a')).rejects.toThrow(/is a link of another user/);
  expect(await readdir(join(folder, 'own'), { recursive: true })).toEqual(['letters', 'letters/a.txt']);
});
