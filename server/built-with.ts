import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Settings that the build puts into the pages' scripts. */
const buildSettings = ['PUBLIC_BACKEND_URL', 'PUBLIC_BACKEND_ANON_KEY'] as const;

/**
 * A sentence for each build setting that has another value now than when the site in `distDir` was built: the pages
 * would send their calls elsewhere than the server believes.
 */
export async function findBuildDifferences(distDir: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const builtWith = await readBuiltWith(path.join(distDir, '.built-with.json'));
  return buildSettings
    .filter((name) => builtWith[name] !== env[name])
    .map(
      (name) =>
        `${name} differs from what the pages were built with (${builtWith[name] ?? 'it was not set'}), so they send their calls elsewhere than the server expects. Build them again with the same setting: npm run build`,
    );
}

/** Nothing where there is no such file, or where a full disk has cut it short. */
async function readBuiltWith(file: string): Promise<Partial<Record<string, string>>> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return {};
  }
}
