import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';

const root = dirname(import.meta.dirname);
const bundles = join(root, '.cache', 'bundle');
/** What a bundle is made of, and what makes it. */
const sources = ['contract', 'server', 'cli', 'package-lock.json', 'test/bundle.ts'];
/** A bundle of other sources may still be in use: another run of the tests, or a server of it. */
const keepUnusedMs = 60 * 60_000;

export interface Bundle {
  /** `server/main.ts` with all that it imports. */
  server: string;
  /** `cli/main.ts` with all that it imports. */
  cli: string;
}

let made: Promise<Bundle> | undefined;

/**
 * The program of these sources in few files. A start as `npm start` does it reads more than a thousand modules,
 * which is two thirds of its processor time: tests whose subject is not the start itself start this one.
 */
export function bundleProgram(): Promise<Bundle> {
  made ??= makeUnlessThere();
  return made;
}

async function makeUnlessThere(): Promise<Bundle> {
  const folder = join(bundles, hashSources());
  if (!existsSync(folder)) await make(folder);
  const now = new Date();
  utimesSync(folder, now, now);
  return {
    server: join(folder, 'server.js'),
    cli: join(folder, 'cli.js'),
  };
}

async function make(folder: string): Promise<void> {
  const unfinished = `${folder}.${randomUUID()}`;
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: root,
    input: {
      server: join(root, 'server/main.ts'),
      cli: join(root, 'cli/main.ts'),
      'sqlite-worker': join(root, 'server/store/sqlite/sqlite-worker.ts'),
      'sheet-worker': join(root, 'server/operator/import/sheet-worker.ts'),
    },
    platform: 'node',
    // Optional, and not installed.
    external: ['pg-native'],
    plugins: [keepPlaces],
    logLevel: 'silent',
  });
  await build.write({ dir: unfinished, format: 'esm', keepNames: true });
  await build.close();
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another process has made the same one meanwhile.
    if (!existsSync(folder)) throw error;
  }
  removeUnused();
}

/** Each source goes on reading the files beside it: pages, migrations, letters. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform(code, id) {
    if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta')) return null;
    return code
      .replace(workerUrl, "new URL('./$1.js', import.meta.bundleUrl)")
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id)))
      .replaceAll('import.meta.bundleUrl', 'import.meta.url');
  },
};

const workerUrl = /new URL\('\.\/([a-z]+-worker)\.ts', import\.meta\.url\)/;

/**
 * A thread that a test starts is the bundled one, in a quarter of the processor time.
 *
 * @throws when the worker is no longer opened as this function knows it
 */
export async function openBundledWorker(code: string): Promise<string> {
  if (!workerUrl.test(code)) throw new Error(`test/bundle.ts expects ${workerUrl}.`);
  const folder = dirname((await bundleProgram()).server);
  return code.replace(
    workerUrl,
    (_url, name) => `new URL(${JSON.stringify(pathToFileURL(join(folder, `${name}.js`)))})`,
  );
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const path of sources.flatMap(filesUnder)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

function filesUnder(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
    .filter((file) => !file.endsWith('.test.ts'));
}

function removeUnused(): void {
  for (const name of readdirSync(bundles)) {
    const path = join(bundles, name);
    const usedAtMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (usedAtMs < Date.now() - keepUnusedMs) rmSync(path, { recursive: true, force: true });
  }
}
