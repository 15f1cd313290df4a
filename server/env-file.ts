import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { isForeign } from './operator/account.ts';

/** The settings cannot be read. The message says why and what to do. */
export class EnvFileError extends Error {
  override readonly name = 'EnvFileError';
}

/**
 * The program's own folder, where `.env` and the embedded store are, whichever folder it was started from. If the
 * present folder has an `.env`, that folder is used.
 *
 * @throws {EnvFileError} when another user has put that file, or a link, where the program was started
 */
export function enterProjectFolder(): void {
  const own = path.dirname(import.meta.dirname);
  if (!existsSync('.env')) process.chdir(own);
  // Who may write in the program's own folder may change the program as well.
  if (process.cwd() === own || ![lstatSync('.env'), statSync('.env')].some(isForeign)) return;
  throw new EnvFileError(
    `${path.resolve('.env')} belongs to another user, so its settings are not read. Start the program in another folder, such as ${own}.`,
  );
}

/**
 * Adds the settings of a file to the environment; variables that are set already win.
 *
 * @throws {EnvFileError}
 * @returns the names that stand in the file; none when there is no file
 */
export function loadEnvFile(env: NodeJS.ProcessEnv, file = '.env'): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') return [];
    throw new EnvFileError(
      `The settings in ${path.resolve(file)} cannot be read (${code}). Let this user read the file, or remove it.`,
      { cause: error },
    );
  }
  const settings = parseEnv(requireSettings(text, path.resolve(file)));
  for (const [name, value] of Object.entries(settings)) env[name] ??= value;
  return Object.keys(settings);
}

/**
 * Node ignores lines that it cannot read as a setting; the program would then start without them.
 *
 * @throws {EnvFileError} naming the line, and nothing of what it says
 */
function requireSettings(text: string, file: string): string {
  if (text.includes('\0'))
    throw new EnvFileError(
      `${file} is not text in UTF-8: an editor has saved it as UTF-16. Save it as UTF-8.`,
    );
  // Some editors put a mark in front, which would be a part of the first name.
  const settings = text.replace(/^\uFEFF/, '');
  const hasLongValues = Object.values(parseEnv(settings)).some((value) => value?.includes('\n'));
  const unread = settings.split('\n').findIndex((line) => /^\s*[^#\s][^=]*$/.test(line));
  if (unread === -1 || hasLongValues) return settings;
  throw new EnvFileError(
    `Line ${unread + 1} of ${file} is not a setting. Write NAME=value, or begin the line with # if it is a comment.`,
  );
}

/** A sentence when other users of this machine may read the file; null when not, or when there is none. */
export function describeEnvFileAccess(file = '.env'): string | null {
  // Windows reports the same rights for every file.
  if (process.platform === 'win32') return null;
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o004) === 0) return null;
  return `Every user of this machine may read ${file}, which may hold secrets. Close it with: chmod o= ${file}`;
}
