import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './step.mjs';

/** Licences that somebody has looked at, with what they ask for beyond keeping the notice. */
const known = new Map([
  ['MIT', ''],
  ['Apache-2.0', ''],
  ['ISC', ''],
  ['BSD-2-Clause', ''],
  ['BSD-3-Clause', ''],
  ['BlueOak-1.0.0', ''],
  ['0BSD', ''],
  ['MIT-0', ''],
  ['CC0-1.0', ''],
  ['Python-2.0', ''],
  ['Unlicense', ''],
  ['MIT OR Apache-2.0', ''],
  ['(MIT AND Zlib)', ''],
  ['(MIT OR CC0-1.0)', ''],
  [
    'OFL-1.1',
    'the typefaces: Instrument’s, whose names are not reserved, are served cut to the characters of the pages; Plex Mono is read at the build, to draw letters in pictures, and its capitals and digits are served under another name',
  ],
  ['MPL-2.0', '`lightningcss` builds the styles, `axe-core` tests; used unchanged'],
  ['LGPL-3.0-or-later', '`libvips`, for pictures at build time: a library of its own, used unchanged'],
  ['Apache-2.0 AND LGPL-3.0-or-later', 'the same'],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', 'the same'],
]);

/**
 * @typedef {{ version?: string, license?: string, dev?: boolean, devOptional?: boolean, link?: boolean, optionalDependencies?: Record<string, string> }} Entry
 * @typedef {{ packages: Record<string, Entry> }} LockFile
 */

/**
 * The text of docs/licences.md for a lock file, so that it is the same whatever machine made it.
 *
 * @param {LockFile} lockFile
 * @returns {{ text: string, unknown: string[] }} `unknown`: licences that nobody has looked at, with their packages
 */
export function describeLicences({ packages }) {
  /** @type {Map<string, { production: string[], development: number }>} */
  const groups = new Map();
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '' || entry.link) continue;
    const name = nameOf(path);
    const licence = entry.license ?? licenceOfOwner(name, packages) ?? 'none named';
    const group = groups.get(licence) ?? { production: [], development: 0 };
    groups.set(licence, group);
    if (entry.dev || entry.devOptional) group.development += 1;
    else group.production.push(`${name} ${entry.version}`);
  }
  const sorted = [...groups].sort(
    ([a, one], [b, two]) => two.production.length - one.production.length || (a < b ? -1 : 1),
  );
  const rows = sorted.map(
    ([licence, { production, development }]) =>
      `| ${licence} | ${production.length} | ${development} | ${known.get(licence) ?? 'NOT LOOKED AT'} |`,
  );
  const lists = sorted
    .filter(([, { production }]) => production.length > 0)
    .map(([licence, { production }]) => `**${licence}**: ${[...new Set(production)].sort().join(', ')}.`);
  const text = `# Licences

Made from \`package-lock.json\` by \`node scripts/licences.mjs\`; a test fails when it is not current, or when a licence appears that nobody has looked at. A platform's package that names none has that of the package it belongs to.

| licence | production | development | what it asks for beyond its notice |
|---|---|---|---|
${rows.join('\n')}

"Production" is what \`npm start\` installs, the tools that build the site included.

## Packages of production

${lists.join('\n\n')}
`;
  const unknown = sorted
    .filter(([licence]) => !known.has(licence))
    .map(([licence, { production }]) => `${licence}: ${production.join(', ') || 'development'}`);
  return { text, unknown };
}

/** @param {string} path */
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * @param {string} name
 * @param {LockFile['packages']} packages
 */
function licenceOfOwner(name, packages) {
  return Object.values(packages).find((entry) => entry.license && name in (entry.optionalDependencies ?? {}))
    ?.license;
}

export const licencesFile = join(root, 'docs', 'licences.md');
export const readLockFile = () => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

if (import.meta.filename === process.argv[1]) {
  writeFileSync(licencesFile, describeLicences(readLockFile()).text);
}
