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
  const read = (name: string) => {
    try {
      return readFileSync(path.join(git, name), 'utf8').trim();
    } catch {
      return '';
    }
  };
  const head = read('HEAD');
  const [branch, ref] = /^ref: (.+)$/.exec(head) ?? [];
  const packed = read('packed-refs').split('\n');
  const commit =
    ref === undefined ? head : read(ref) || packed.find((line) => line.endsWith(` ${ref}`)) || branch;
  return /^[\da-f]{40}/.exec(commit ?? '')?.[0] ?? null;
}
