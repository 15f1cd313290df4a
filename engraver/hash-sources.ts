import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What a module imports of the project's own when it runs: relative paths and `#folder/…`. */
const imports = /^(?:import|export)\s(?!type\s)[^;]*?from '(?<specifier>[.#][^']+)'/gm;

/**
 * A hash of files of the project and of all that they import, directly or not.
 *
 * @param files relative to `root`
 * @returns 12 hexadecimal digits
 */
export function hashSources(root: string, files: readonly string[]): string {
  const found = new Map<string, string>();
  const follow = (file: string): void => {
    if (found.has(file)) return;
    const text = readFileSync(path.join(root, file), 'utf8');
    found.set(file, text);
    if (!file.endsWith('.ts')) return;
    for (const { groups } of text.matchAll(imports)) {
      const specifier = groups?.['specifier'] ?? '';
      follow(
        specifier.startsWith('#') ? specifier.slice(1) : path.posix.join(path.posix.dirname(file), specifier),
      );
    }
  };
  for (const file of files) follow(file);
  const hash = createHash('sha256');
  for (const [file, text] of [...found].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${file}\0${text}\0`);
  return hash.digest('hex').slice(0, 12);
}
