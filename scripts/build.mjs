import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { holdEarlierFiles } from './earlier-files.mjs';
import { installDependencies } from './install.mjs';
import { isNodeError, readDotEnv, root, run, runScript, step, toolEnv } from './step.mjs';

/** What the built pages are made of. */
const sources = ['contract', 'site', 'astro.config.ts', 'tsconfig.json', 'package-lock.json'];
const stampPath = join(root, 'dist', '.stamp');

/** Builds the site into dist/ unless it was built from these very sources and settings. */
export async function buildIfChanged() {
  const stamp = hashSources();
  if (readStamp() !== stamp) await build(stamp);
}

async function build(stamp = hashSources()) {
  rmSync(stampPath, { force: true });
  const restoreEarlierFiles = holdEarlierFiles(join(root, 'dist'), join(root, '.cache', 'earlier-files'));
  await step('Building the site (astro build)', () =>
    run('astro', ['build'], { env: toolEnv({ ASTRO_TELEMETRY_DISABLED: '1' }) }),
  );
  restoreEarlierFiles();
  // Last, so that a build that broke off is made again.
  writeFileSync(stampPath, stamp);
}

function hashSources() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const path of filesUnder(source)) {
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0');
    }
  }
  for (const [name, value] of Object.entries(process.env).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (name.startsWith('PUBLIC_') || name === 'SITE_URL') hash.update(`${name}=${value}\0`);
  }
  return hash.digest('hex');
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

function readStamp() {
  try {
    return readFileSync(stampPath, 'utf8');
  } catch (error) {
    if (isNodeError(error) && error.code === 'ENOENT') return null;
    throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runScript(async () => {
    readDotEnv();
    await installDependencies({ dev: false });
    await build();
  });
}
