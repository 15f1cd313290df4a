import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRelease } from './release.ts';

test('the release is the version of package.json, and the commit of a checkout', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'entree-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'package.json'), '{"version":"1.2.3"}');
  expect(readRelease(folder)).toBe('1.2.3');

  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  expect(readRelease(folder)).toBe('1.2.3');
  git('commit', '--quiet', '--allow-empty', '--message', 'one');
  const release = `1.2.3 (${git('rev-parse', 'HEAD').slice(0, 8)})`;
  expect(readRelease(folder)).toBe(release);
  git('checkout', '--quiet', '--detach');
  expect(readRelease(folder)).toBe(release);
});

test('the newest release of the changelog is that of package.json', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const [, newest] = /^## (\d\S*) - \d{4}-\d\d-\d\d$/m.exec(changelog) ?? [];
  expect(readRelease()).toMatch(new RegExp(`^${newest}( \\([\\da-f]{8}\\))?$`));
});
