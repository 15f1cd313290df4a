import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
 * @param {string} lastDir
 * @param {string} newDir
 * @param {{ nowMs?: number, maxBytes?: number }} [options]
 */
export function keepEarlierFiles(lastDir, newDir, { nowMs = Date.now(), maxBytes = keptBytes } = {}) {
  const times = readManifest(join(lastDir, manifestName));
  let bytes = 0;
  const kept = hashedFolders
    .flatMap((folder) => filesUnder(lastDir, folder))
    .filter((name) => !existsSync(join(newDir, name)))
    // A file that no manifest names is of the last build itself.
    .map((name) => /** @type {const} */ ([name, times[name] ?? nowMs]))
    .filter(([, lastMs]) => nowMs - lastMs < keptDays * dayMs)
    .sort(([, one], [, other]) => other - one)
    .filter(([name]) => {
      bytes += statSync(join(lastDir, name)).size;
      return bytes <= maxBytes;
    });
  for (const [name] of kept) cpSync(join(lastDir, name), join(newDir, name));
  writeFileSync(join(newDir, manifestName), JSON.stringify(Object.fromEntries(kept)));
}

/**
 * @param {string} path
 * @returns {Record<string, number>} names of files to times in milliseconds; none where it was not written to its end
 */
function readManifest(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]} without the compressed copies, which the build makes again
 */
function filesUnder(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz|tmp)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
