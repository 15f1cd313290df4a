import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const readRoot = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const { scripts } = JSON.parse(readRoot('package.json')) as { scripts: Record<string, string> };

/** What `sh` and `cmd.exe` read differently: settings in front, single quotes, `;`, `$`, `%`, `~`, globs. */
const ofOneShell = /(^|&& )\w+=|['`;$%^~*?<>|]|\\/;

test.each(Object.entries(scripts))(
  'the shells of Unix and Windows read npm run %s alike: %s',
  (name, text) => {
    expect(text.replace(/^exec /, '')).not.toMatch(ofOneShell);
    // A signal to npm ends these: `exec` leaves no shell in between.
    expect(text.startsWith('exec '), text).toBe(['start', 'dev', 'try'].includes(name));
  },
);

test('cmd.exe finds an exec in the project that runs what follows it', () => {
  expect(readRoot('exec.cmd').trimEnd().split(/\r?\n/).at(-1)).toBe('@%*');
});

test.each([
  ['npm uses cmd.exe, which has no exec', 'exec.cmd', '@%*'],
  [
    'only a shell starts a .cmd file',
    'scripts/step.mjs',
    "shell: process.platform === 'win32' && !isAbsolute(command),",
  ],
  ['npm is a .cmd file', 'scripts/install.mjs', '? { command: process.execPath, args: [cli] }'],
  [
    'on ARM Node is that of this machine, 24 or newer',
    'scripts/node-binary.mjs',
    '? (packagedNode ?? process.execPath)',
  ],
  ['a link needs a right', 'scripts/node-binary.mjs', 'if (isWindows) return;'],
  ['there are no signals', 'scripts/child-processes.mjs', "if (process.platform === 'win32') return;"],
  ['lines end with two characters', '.gitattributes', '* text=auto eol=lf'],
  ['folders of the site are divided by a backslash', 'server/http/site-file.ts', "replaceAll(path.sep, '/')"],
  ['folders of links are, too', 'site/build/check-links.ts', "replaceAll(path.sep, '/')"],
  [
    'a folder is never flushed',
    'server/store/sqlite/database-copy.ts',
    "if (process.platform !== 'win32') flush(dirname(target), 'r');",
  ],
  ['other users have no rights', 'server/env-file.ts', "if (process.platform === 'win32') return null;"],
  ['users have no numbers', 'server/operator/account.ts', 'process.getuid?.()'],
])('for Windows, where %s, %s has its line', (_why, file, line) => {
  expect(readRoot(file)).toContain(line);
});

test('npm installs on the Node that started it, whatever engine-strict the user has set for other projects', () => {
  const folder = mkdtempSync(join(tmpdir(), 'entree-npmrc-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, '.npmrc'), 'engine-strict=true\n');
  const { stdout } = spawnSync('npm', ['config', 'get', 'engine-strict'], {
    cwd: new URL('..', import.meta.url),
    env: { PATH: process.env['PATH'], HOME: folder },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  expect(stdout.trim()).toBe('false');
});

test('the two commands install packages that ask for another Node, also with engine-strict in the environment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'entree-engines-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(new URL('../scripts', import.meta.url), join(folder, 'scripts'), { recursive: true });
  const named = { version: '1.0.0', engines: { node: '>=999' }, bin: { dep: 'package.json' } };
  mkdirSync(join(folder, 'package'));
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name: 'dep', ...named }));
  spawnSync('tar', ['--create', '--gzip', '--file', 'dep.tgz', 'package'], { cwd: folder });
  const root = {
    name: 'x',
    version: '1.0.0',
    dependencies: { dep: 'file:dep.tgz' },
    optionalDependencies: {},
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...root, type: 'module' }));
  const packages = { '': root, 'node_modules/dep': { resolved: 'file:dep.tgz', ...named } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...root, lockfileVersion: 3, packages }));
  const program =
    "import { installDependencies } from './scripts/install.mjs'; await installDependencies({ dev: false });";
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      npm_config_engine_strict: 'true',
      npm_config_offline: 'true',
    },
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
  expect(existsSync(join(folder, 'node_modules/dep/package.json'))).toBe(true);
});
