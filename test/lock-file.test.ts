import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface LockFile {
  packages: Record<
    string,
    {
      version?: string;
      integrity?: string;
      hasInstallScript?: boolean;
      os?: string;
      cpu?: string;
      bin?: Record<string, string>;
      optionalDependencies?: Record<string, string>;
    }
  >;
}

const root = join(import.meta.dirname, '..');
const lockFile: LockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** Where Node would find `name` from the package at `from`, or null. */
function findEntry({ packages }: LockFile, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const entry = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (entry in packages) return entry;
    if (folder === '') return null;
  }
}

// A registry without some platform's package makes npm drop its entry, and then `npm ci` refuses the file.
test('the lock file names the package of every platform, so that a fresh clone installs anywhere', () => {
  const missing = Object.entries(lockFile.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => findEntry(lockFile, path, name) === null),
  );
  expect(missing).toEqual([]);
});

test('Node comes with a hash of the lock file on every platform, in one version, without an install script', () => {
  const binaries = Object.entries(lockFile.packages).filter(([, { bin = {} }]) => Object.hasOwn(bin, 'node'));
  expect(binaries.map(([, { os, cpu }]) => `${os} ${cpu}`).sort()).toEqual([
    'darwin arm64',
    'darwin x64',
    'linux arm64',
    'linux x64',
    'win32 x64',
  ]);
  for (const [path, { integrity, hasInstallScript }] of binaries) {
    expect(integrity, path).toMatch(/^sha512-/);
    expect(hasInstallScript, path).toBeUndefined();
  }
  const image = /^ARG NODE_VERSION=(\S+)/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1];
  expect(new Set(binaries.map(([, { version }]) => version))).toEqual(new Set([image]));
});
