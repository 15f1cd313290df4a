import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './step.mjs';

// For the image: leaves in package.json what the server and the commands import. `npm prune` then removes all else.
const packageJson = join(root, 'package.json');
const { devDependencies, optionalDependencies, ...kept } = JSON.parse(readFileSync(packageJson, 'utf8'));
const sources = globSync('{server,contract,cli}/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
/** The packages that the sources import; types alone are gone at run time. */
const imported = new Set(
  sources.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .matchAll(/^import (?!type )[^;]*?from '((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?';/gm)
      .map(([, name]) => name)
      .toArray(),
  ),
);
kept.dependencies = Object.fromEntries(
  Object.entries(kept.dependencies).filter(([name]) => imported.has(name)),
);
writeFileSync(packageJson, JSON.stringify(kept));
