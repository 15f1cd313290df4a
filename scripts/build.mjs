import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { keepEarlierFiles } from './earlier-files.mjs';
import { installDependencies } from './install.mjs';
import { nodePath } from './node-binary.mjs';
import {
  isMain,
  readDotEnv,
  requireWritableFolder,
  root,
  run,
  runScript,
  StepError,
  step,
  toolEnv,
} from './step.mjs';

/**
 * What is built: its folder, what it is made of, and how it is made.
 *
 * @typedef {{ folder: string, sources: readonly string[], make: () => Promise<void> }} Build
 */

/** Whatever the environment says: with another one React's development form would be built and kept. */
const servedForm = { NODE_ENV: 'production' };

/** Of both builds. */
const common = ['tsconfig.json', 'package-lock.json', 'scripts/build.mjs', 'scripts/compress.mjs'];

/** @type {readonly Build[]} */
const builds = [
  {
    folder: 'dist',
    sources: ['contract', 'site', 'astro.config.ts', ...common],
    make: buildSite,
  },
  {
    folder: 'dist-admin',
    sources: ['contract', 'admin', 'site/styles', ...common],
    make: () =>
      step('Building the console (vite build)', () =>
        run('vite', ['build', '--config', join('admin', 'vite.config.ts'), '--logLevel', 'warn'], {
          env: toolEnv(servedForm),
        }),
      ),
  },
];

/** Builds the site and the console, each unless it was built from these very sources and settings. */
export async function buildIfChanged() {
  for (const each of builds) {
    const stamp = hashSources(each);
    const isBuilt = existsSync(stampPath(each)) && readFileSync(stampPath(each), 'utf8') === stamp;
    if (!isBuilt) await build(each, stamp);
  }
}

/** The first three have a meaning in the URLs that the build's tools make of paths; the last separates the folders in PATH. */
const impossible = ['%', '#', '?', delimiter];

/**
 * Otherwise pages without their style sheets would be the result, or no tool would be found.
 *
 * @param {string} folder of the checkout
 * @throws StepError when its path has one of them
 */
export function checkFolder(folder) {
  const found = impossible.find((sign) => folder.includes(sign));
  if (found !== undefined)
    throw new StepError(
      `The path of this folder has a "${found}" in it, which the build cannot read: ${folder}\nMove or rename the folder, then start again.`,
    );
}

/**
 * @param {Build} what
 * @param {string} [stamp]
 */
async function build(what, stamp = hashSources(what)) {
  checkFolder(root);
  requireWritableFolder();
  await what.make();
  await run(nodePath, [join('scripts', 'compress.mjs'), what.folder]);
  writeFileSync(join(root, what.folder, '.built-with.json'), JSON.stringify(buildSettings()));
  // Last, so that a build that broke off is made again.
  writeFileSync(stampPath(what), stamp);
}

/** In a folder of its own, so that a build that breaks off loses no file of the last one. */
async function buildSite() {
  const dist = join(root, 'dist');
  const newDist = join(root, '.cache', 'dist');
  await step('Building the site (astro build)', () =>
    run('astro', ['build', '--outDir', newDist], {
      env: toolEnv({ ...servedForm, ASTRO_TELEMETRY_DISABLED: '1' }),
    }),
  );
  keepEarlierFiles(dist, newDist);
  rmSync(dist, { recursive: true, force: true });
  renameSync(newDist, dist);
}

/** @param {Build} what */
function hashSources(what) {
  const hash = createHash('sha256');
  for (const source of what.sources) {
    for (const path of filesUnder(source)) {
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0');
    }
  }
  hash.update(JSON.stringify(buildSettings()));
  return hash.digest('hex');
}

/** The settings that the pages are made with, as they are now. */
function buildSettings() {
  const entries = Object.entries(process.env).filter(([name]) => name.startsWith('PUBLIC_'));
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * @param {string} path relative to the root
 * @returns {string[]} files only, in a fixed order
 */
function filesUnder(path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [path];
  return readdirSync(absolute)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** @param {Build} what */
const stampPath = ({ folder }) => join(root, folder, '.stamp');

if (isMain(import.meta.url)) {
  await runScript(async () => {
    readDotEnv();
    await installDependencies({ dev: false });
    for (const each of builds) await build(each);
  });
}
