import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A page that was opened before a deployment asks for its files for this long after it. */
const keptDays = 14;
/** The server holds every file in memory. */
const keptBytes = 24 * 1024 * 1024;

const dayMs = 24 * 60 * 60 * 1000;
/** Folders whose files have a hash of their content in their name, so that no two builds mean different files by one name. */
const hashedFolders = ['_astro', 'art'];
const manifestName = '.earlier-files.json';

/**
 * Keeps the hashed files of earlier builds in the built site. A build empties the folder: call this before
 * it, and the answer after it. A build that broke off loses nothing: the next one finds the files in `holdDir`.
 *
 * The manifest names each file of an earlier build with the time of the last build that had it. It goes when
 * that is 14 days ago, or when all such files together are larger than 24 MiB, the oldest first.
 * @param {string} distDir
 * @param {string} holdDir where the files are while a build runs
 * @param {{ nowMs?: number, maxBytes?: number }} [options]
 * @returns {() => void} puts them back
 */
export function holdEarlierFiles(distDir, holdDir, { nowMs = Date.now(), maxBytes = keptBytes } = {}) {
  const manifestPath = join(holdDir, manifestName);
  const times = { ...readManifest(manifestPath), ...readManifest(join(distDir, manifestName)) };
  const known = new Set(Object.keys(times));
  for (const name of hashedFolders.flatMap((folder) => filesUnder(distDir, folder))) {
    copy(distDir, holdDir, name);
    // A file that no manifest names is of the last build itself.
    if (!known.has(name)) times[name] = nowMs;
  }
  mkdirSync(holdDir, { recursive: true });
  writeFileSync(manifestPath, JSON.stringify(times));

  return () => {
    let bytes = 0;
    const kept = Object.entries(times)
      .filter(([name]) => existsSync(join(holdDir, name)) && !existsSync(join(distDir, name)))
      .filter(([, lastMs]) => nowMs - lastMs < keptDays * dayMs)
      .sort(([, one], [, other]) => other - one)
      .filter(([name]) => {
        bytes += statSync(join(holdDir, name)).size;
        return bytes <= maxBytes;
      });
    for (const [name] of kept) copy(holdDir, distDir, name);
    writeFileSync(join(distDir, manifestName), JSON.stringify(Object.fromEntries(kept)));
    rmSync(holdDir, { recursive: true });
  };
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
 * @returns {string[]} without the compressed copies, which the server makes again
 */
function filesUnder(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz|tmp)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/**
 * @param {string} from
 * @param {string} to
 * @param {string} name
 */
function copy(from, to, name) {
  mkdirSync(dirname(join(to, name)), { recursive: true });
  cpSync(join(from, name), join(to, name), { preserveTimestamps: true });
}
