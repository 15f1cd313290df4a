import { globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './step.mjs';

/**
 * @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} Locked
 */

// For the image: removes from node_modules what neither the server nor the commands import, directly or not.
const installed = /** @type {{ packages: Record<string, Locked> }} */ (
  JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8'))
).packages;

/** @type {Set<string>} */
const kept = new Set();
for (const name of findImportedPackages()) keep(name, '');

for (const name of listPackages()) {
  if (!kept.has(`node_modules/${name}`)) rmSync(join(root, 'node_modules', name), { recursive: true });
}
for (const name of readdirSync(join(root, 'node_modules'))) {
  const isEmptyScope = name.startsWith('@') && readdirSync(join(root, 'node_modules', name)).length === 0;
  if (isEmptyScope || name === '.bin') rmSync(join(root, 'node_modules', name), { recursive: true });
}
console.log(`Kept ${kept.size} packages for the server.`);

/** The packages that the sources import; types alone are gone at run time. */
function findImportedPackages() {
  const sources = globSync('{server,contract,cli}/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
  return new Set(
    sources.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .matchAll(/^import (?!type )[^;]*?from '((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?';/gm)
        .map(([, name]) => /** @type {string} */ (name))
        .toArray(),
    ),
  );
}

/**
 * Keeps a package and what it needs, found as Node finds it: in the importer's folder, then further up.
 *
 * @param {string} name
 * @param {string} importer path of the package that needs it; '' for our own sources
 */
function keep(name, importer) {
  for (
    let at = importer;
    ;
    at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : ''
  ) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    const locked = installed[path];
    if (locked !== undefined) {
      if (kept.has(path)) return;
      kept.add(path);
      const { dependencies, optionalDependencies, peerDependencies } = locked;
      for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
        keep(needed, path);
      return;
    }
    // Optional ones need not be there; a missing other one stops the server's start.
    if (at === '') return;
  }
}

function listPackages() {
  return readdirSync(join(root, 'node_modules')).flatMap((name) => {
    if (name.startsWith('.')) return [];
    if (!name.startsWith('@')) return [name];
    return readdirSync(join(root, 'node_modules', name)).map((scoped) => `${name}/${scoped}`);
  });
}
