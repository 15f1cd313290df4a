import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';

/**
 * Adds the settings of a file to the environment; variables that are set already win.
 * @returns the names that stand in the file; none when there is no file
 */
export function loadEnvFile(env: NodeJS.ProcessEnv, file = '.env'): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  const settings = parseEnv(text);
  for (const [name, value] of Object.entries(settings)) env[name] ??= value;
  return Object.keys(settings);
}

/** A sentence when other users of this machine may read the file; null when not, or when there is none. */
export function describeEnvFileAccess(file = '.env'): string | null {
  // Windows answers the same rights for every file.
  if (process.platform === 'win32') return null;
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o004) === 0) return null;
  return `Every user of this machine may read ${file}, which may hold secrets. Close it with: chmod o= ${file}`;
}
