import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Names of a folder's files relative to it, in a fixed order; `path` limits them to a folder or one file in it, if it is there. */
export function filesUnder(folder: string, path = ''): string[] {
  const stats = statSync(join(folder, path), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [path] : [];
  const names = readdirSync(join(folder, path)).sort();
  return names.flatMap((name) => filesUnder(folder, join(path, name)));
}
