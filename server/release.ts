import { readFileSync } from 'node:fs';
import path from 'node:path';

const programFolder = path.dirname(import.meta.dirname);

/** The version in package.json, and in a checkout of git its commit: `0.1.0 (4cc09a50)`. */
export function readRelease(folder = programFolder): string {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const commit = readCommit(path.join(folder, '.git'));
  return commit === null ? version : `${version} (${commit.slice(0, 8)})`;
}

/** From git's files: git may be missing, and refuses to read what another user has cloned. */
function readCommit(git: string): string | null {
  try {
    const head = readFileSync(path.join(git, 'HEAD'), 'utf8').trim();
    const [, branch] = /^ref: (.+)$/.exec(head) ?? [];
    return branch === undefined ? head : readFileSync(path.join(git, branch), 'utf8').trim();
  } catch {
    return null;
  }
}
