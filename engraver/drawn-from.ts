import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Drawn, drawn, root } from './drawn.ts';

/** What each work was drawn from, by its name. */
export type DrawnFrom = Record<string, { files: readonly string[]; hash: string }>;

const recordPath = path.join(import.meta.dirname, 'drawn-from.json');

/** What a module imports of this program when it runs. */
const imports = /^(?:import|export)\s(?!type\s)[^;]*?from '(?<specifier>\.[^']+)'/gm;
/** A value of `drawn`, as a module names it. */
const mentions = /(?<!\/)\bdrawn\.(?<path>(?:colors\.)?\w+)/g;

/**
 * A hash of files of this program, of all that they import, directly or not, and of the values of `drawn` that they
 * name. What else changes in the files that `drawn` reads does not count.
 *
 * @param files relative to the project's root
 * @returns 12 hexadecimal digits
 * @throws when a file names what `drawn` has not
 */
export function hashOf(files: readonly string[], values: Drawn = drawn): string {
  const found = new Map<string, string>();
  const follow = (file: string): void => {
    if (found.has(file) || file === 'engraver/drawn.ts' || !file.startsWith('engraver/')) return;
    const text = readFileSync(path.join(root, file), 'utf8');
    found.set(file, text);
    if (!file.endsWith('.ts')) return;
    for (const { groups } of text.matchAll(mentions)) {
      const at = groups?.['path'] ?? '';
      const value = { ...values, ...prefixed(values.colors) }[at];
      if (typeof value !== 'string')
        throw new Error(`${file} draws drawn.${at}, which engraver/drawn.ts has not.`);
      found.set(`drawn.${at}`, value);
    }
    for (const { groups } of text.matchAll(imports))
      follow(path.posix.join(path.posix.dirname(file), groups?.['specifier'] ?? ''));
  };
  for (const file of files) follow(file);
  const hash = createHash('sha256');
  for (const [name, text] of [...found].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\0${text}\0`);
  return hash.digest('hex').slice(0, 12);
}

const prefixed = (colors: Drawn['colors']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(colors).map(([name, value]) => [`colors.${name}`, value]));

export const readDrawnFrom = (): DrawnFrom => JSON.parse(readFileSync(recordPath, 'utf8'));

export const writeDrawnFrom = (drawnFrom: DrawnFrom): void =>
  writeFileSync(recordPath, `${JSON.stringify(drawnFrom, null, 2)}\n`);

/** The names of the works whose sources are not those that they were drawn from. */
export const findOld = (drawnFrom: DrawnFrom, values: Drawn = drawn): string[] =>
  Object.entries(drawnFrom)
    .filter(([, { files, hash }]) => hashOf(files, values) !== hash)
    .map(([name]) => name);
