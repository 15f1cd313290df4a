import { spawnSync } from 'node:child_process';
import { chownSync, lchownSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleProgram } from '#test/bundle.ts';
import { EnvFileError, loadEnvFile } from './env-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'entree-env-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(content: string | Buffer): Promise<NodeJS.ProcessEnv> {
  const file = path.join(folder, '.env');
  await writeFile(file, content);
  const env: NodeJS.ProcessEnv = {};
  loadEnvFile(env, file);
  return env;
}

test.each([
  ['with the mark that some editors put in front', '\uFEFFSITE_URL=https://a.example\nPORT=1\n'],
  ['with line breaks of Windows', 'SITE_URL=https://a.example\r\n\r\nPORT=1\r\n'],
  ['as a shell reads it', '# settings\n  export SITE_URL="https://a.example" # of ours\n\tPORT = 1'],
])('%s it is read', async (_what, content) => {
  expect(await load(content)).toEqual({ SITE_URL: 'https://a.example', PORT: '1' });
});

test('a value of several lines is read', async () => {
  expect(await load('KEY="one\ntwo"\nPORT=1')).toEqual({ KEY: 'one\ntwo', PORT: '1' });
});

test.each(['SITE_URL: https://hunter2.example', 'hunter2'])(
  'a line that is no setting is named, and nothing of it: %s',
  async (line) => {
    const loading = load(`# settings\nPORT=1\n${line}\n`);
    await expect(loading).rejects.toThrow(EnvFileError);
    await expect(loading).rejects.toThrow(/^Line 3 of .*\.env is not a setting/);
    await expect(loading).rejects.not.toThrow('hunter2');
  },
);

test('a file in UTF-16 is named: nothing in it would be a setting', async () => {
  await expect(load(Buffer.from('\uFEFFPORT=1\r\n', 'utf16le'))).rejects.toThrow('Save it as UTF-8');
});

describe.skipIf(process.getuid?.() !== 0)('where another user has put an .env', () => {
  const other = 12_345;
  const run = (main: string) =>
    spawnSync(process.execPath, [main, '--version'], {
      cwd: folder,
      encoding: 'utf8',
      env: { PORT: '0', ADMIN_PORT: 'off' },
    });

  test.each([
    ['their file', () => chownSync(path.join(folder, '.env'), other, other)],
    [
      'their link to a file of root',
      () => {
        renameSync(path.join(folder, '.env'), path.join(folder, 'target'));
        symlinkSync('target', path.join(folder, '.env'));
        lchownSync(path.join(folder, '.env'), other, other);
      },
    ],
  ])('server and commands refuse %s', async (_what, give) => {
    await load('SITE_URL=https://other.example\n');
    give();
    const { cli, server } = await bundleProgram();
    for (const main of [cli, server]) {
      const { status, stderr } = run(main);
      expect([status, stderr], main).toEqual([1, expect.stringContaining('/.env belongs to another user')]);
    }
    rmSync(path.join(folder, '.env'));
    await load('');
    expect(run(cli).status).toBe(0);
  });
});
