import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkFolder } from './build.ts';
import { explain, run } from './step.mjs';

test.each(['/srv/job%2Fmain', '/srv/a#b', '/srv/what?', `/srv/10${delimiter}30`])(
  'a checkout in %s is refused with a sentence',
  (folder) => {
    expect(() => checkFolder(folder)).toThrow(folder);
    expect(() => checkFolder('/srv/Entrée 2 (new)')).not.toThrow();
  },
);

test('a step that the system ends for want of memory says so', async () => {
  await expect(run('sh', ['-c', 'kill -9 $$'])).rejects.toThrow(/memory/);
});

test('what may not be read or written is a sentence with its path; any other failure keeps its stack', () => {
  const refused = Object.assign(new Error('EROFS: read-only file system'), {
    code: 'EROFS',
    path: '/srv/dist',
  });
  expect(explain(refused)).toMatch(/^\n\/srv\/dist may not be read or written by this user/);
  const bug = new TypeError('no function');
  expect(explain(bug)).toBe(bug);
});

/** Starts a command in a copy of the project that cannot read its `.env`; what it writes on stderr. */
async function startWithoutDotEnv(command: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'entree-build-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const root = join(import.meta.dirname, '..');
  const copy = join(folder, 'project');
  for (const name of ['scripts', 'package.json'])
    await cp(join(root, name), join(copy, name), { recursive: true });
  await mkdir(join(copy, '.env'));
  await symlink('project', join(folder, 'current'));
  const { stderr } = spawnSync(process.execPath, [join(folder, 'current/scripts/main.mjs'), command], {
    encoding: 'utf8',
  });
  return stderr;
}

test('the build that is started through a link does its work', async () => {
  // The first thing that it reads: it ends there.
  expect(await startWithoutDotEnv('build')).toContain('project/.env');
});

test('a trial does not read the settings of a server in the same folder', async () => {
  // Without a lock file it ends at the installation.
  const stderr = await startWithoutDotEnv('try');
  expect(stderr).toContain('npm');
  expect(stderr).not.toContain('project/.env');
});
