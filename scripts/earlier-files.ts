import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder } from './files-under.ts';

/** A page that was opened before a deployment asks for its files for this long after it. */
const keptDays = 14;
/** The server holds every file in memory. */
const keptBytes = 24 * 1024 * 1024;

const dayMs = 24 * 60 * 60 * 1000;
/** Folders whose files have a hash of their content in their name, so that no two builds mean different files by one name. */
const hashedFolders = ['_astro', 'art'];
const manifestName = '.earlier-files.json';

/**
 * Copies the hashed files of earlier builds from the last build's folder into that of a new one.
 *
 * The manifest names each file of an earlier build with the time of the last build that had it. It goes when
 * that is 14 days ago, or when all such files together are larger than 24 MiB, the oldest first.
 */
export function keepEarlierFiles(
  lastDir: string,
  newDir: string,
  { nowMs = Date.now(), maxBytes = keptBytes } = {},
): void {
  const times = readManifest(join(lastDir, manifestName));
  let bytes = 0;
  const kept = hashedFolders
    .flatMap((folder) => filesUnder(lastDir, folder))
    // The build makes the compressed copies again.
    .filter((name) => !/\.(?:br|gz)$/.test(name) && !existsSync(join(newDir, name)))
    // A file that no manifest names is of the last build itself.
    .map((name) => [name, times[name] ?? nowMs] as const)
    .filter(([, lastMs]) => nowMs - lastMs < keptDays * dayMs)
    .sort(([, one], [, other]) => other - one)
    .filter(([name]) => {
      bytes += statSync(join(lastDir, name)).size;
      return bytes <= maxBytes;
    });
  for (const [name] of kept) cpSync(join(lastDir, name), join(newDir, name));
  writeFileSync(join(newDir, manifestName), JSON.stringify(Object.fromEntries(kept)));
}

/** Names of files to times in milliseconds; none where it was not written to its end. */
function readManifest(path: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
