import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Licences that somebody has looked at: what each asks for is kept. */
const known = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  '0BSD',
  'MIT-0',
  'CC0-1.0',
  'Python-2.0',
  'Unlicense',
  'MIT OR Apache-2.0',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  // The typefaces. Instrument's names are not reserved; Plex Mono's is, so what is cut from it has another name.
  'OFL-1.1',
  // `caniuse-lite`: a table of browsers that Stryker's parser brings; used unchanged, by developers only.
  'CC-BY-4.0',
  // `lightningcss` builds the styles, `axe-core` tests; used unchanged.
  'MPL-2.0',
  // `libvips`, for pictures: a library of its own, used unchanged.
  'LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
]);

interface Package {
  license?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}

test.each(['.', 'engraver'])('no package of %s has a licence that nobody has looked at', (folder) => {
  const lockFile = readFileSync(join(import.meta.dirname, '..', folder, 'package-lock.json'), 'utf8');
  const packages = Object.entries<Package>(JSON.parse(lockFile).packages);
  // A platform's package that names none has that of the package it belongs to.
  const covered = packages.flatMap(([, entry]) =>
    entry.license === undefined ? [] : Object.keys(entry.optionalDependencies ?? {}),
  );
  const notLookedAt = packages.filter(([path, { license, link }]) => {
    if (path === '' || link) return false;
    if (license !== undefined) return !known.has(license);
    return !covered.some((name) => path.endsWith(`node_modules/${name}`));
  });
  expect(notLookedAt.map(([path, { license = 'none named' }]) => `${path}: ${license}`)).toEqual([]);
});
