import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { compressTexts } from './compress-texts.ts';
import { keepEarlierFiles } from './earlier-files.ts';
import { filesUnder } from './files-under.ts';
import { requireWritableFolder, root, run, StepError, step, toolEnv } from './step.mjs';

interface Build {
  folder: string;
  sources: readonly string[];
  make(): Promise<void>;
}

/** Whatever the environment says: with another one React's development form would be built and kept. */
const servedForm = { NODE_ENV: 'production' };

const common = ['tsconfig.json', 'package-lock.json', 'scripts/build.ts', 'scripts/compress-texts.ts'];

const builds: readonly Build[] = [
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
export async function buildIfChanged(): Promise<void> {
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
 * @throws StepError when the path of the checkout has one of them
 */
export function checkFolder(folder: string): void {
  const found = impossible.find((sign) => folder.includes(sign));
  if (found !== undefined)
    throw new StepError(
      `The path of this folder has a "${found}" in it, which the build cannot read: ${folder}\nMove or rename the folder, then start again.`,
    );
}

async function build(what: Build, stamp: string): Promise<void> {
  checkFolder(root);
  requireWritableFolder();
  await what.make();
  await compressTexts(join(root, what.folder));
  writeFileSync(join(root, what.folder, '.built-with.json'), JSON.stringify(buildSettings()));
  // Last, so that a build that broke off is made again.
  writeFileSync(stampPath(what), stamp);
}

/** In a folder of its own, so that a build that breaks off loses no file of the last one. */
async function buildSite(): Promise<void> {
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

function hashSources({ sources }: Build): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const path of filesUnder(root, source)) {
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

const stampPath = ({ folder }: Build): string => join(root, folder, '.stamp');

/** Builds both, changed or not. */
export async function main(): Promise<void> {
  for (const each of builds) await build(each, hashSources(each));
}
