import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test('the lines that docs/commands.md names for Windows stand in their files', () => {
  const named = [...readRoot('docs/commands.md').matchAll(/\]\(\.\.\/(\S+)\): `([^`]+)`/g)];
  expect(named.length).toBeGreaterThan(9);
  for (const [, file = '', line = ''] of named) expect(readRoot(file), file).toContain(line);
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
