import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface LockFile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

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
  const lockFile: LockFile = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'),
  );
  const missing = Object.entries(lockFile.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => findEntry(lockFile, path, name) === null),
  );
  expect(missing).toEqual([]);
});
