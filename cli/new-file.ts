import { lstat, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isForeign } from '#server/operator/account.ts';
import { CommandError } from './command.ts';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Writes a new file that only this user can read. It has its own name only when all of it is written; when that fails,
 * or the operator breaks the command off, nothing of it is left.
 *
 * @param replaces a file or link of that name; a link is not followed
 * @throws {CommandError} when the folder is somebody else's, or the file cannot be made; without `replaces` also when
 *   there is a file of that name
 */
export async function writeNewFile(
  file: string,
  content: string | Uint8Array | AsyncIterable<string>,
  { replaces = false } = {},
): Promise<void> {
  await requireOwnFolder(dirname(file));
  if (!replaces && (await lstat(file).catch(() => null)) !== null)
    throw new CommandError(`${file} exists already. Name another file.`);
  const part = `${file}.${process.pid}.part`;
  // Where it could not be made, it cannot be removed either.
  const removePart = () => rm(part, { force: true }).catch(() => undefined);
  await removingOnStop(removePart, async () => {
    await writeFile(part, content, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
      if (error.syscall !== 'open') throw error;
      throw new CommandError(
        `${file} cannot be written (${error.code}). Name a file in a folder where you may write.`,
        { cause: error },
      );
    });
    await rename(part, file);
  }).finally(removePart);
}

/** Runs; when the operator breaks the command off meanwhile, calls `remove` and ends the process. */
export async function removingOnStop<Result>(
  remove: () => Promise<void> | void,
  run: () => Promise<Result>,
): Promise<Result> {
  const breakOff = async () => {
    await remove();
    process.exit(1);
  };
  for (const signal of stopSignals) process.once(signal, breakOff);
  try {
    return await run();
  } finally {
    for (const signal of stopSignals) process.removeListener(signal, breakOff);
  }
}

/**
 * In a folder of another user, that user could read, move or replace what is written there.
 *
 * @throws {CommandError} when it is one, is reached through a link of another user, or cannot be found
 */
export async function requireOwnFolder(folder: string): Promise<void> {
  await requireOwnLinks(folder);
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${folder} cannot be used (${error.code}). Name a folder where you may write.`, {
      cause: error,
    });
  });
  if (isForeign(found))
    throw new CommandError(`${folder} belongs to another user. Name a folder of your own.`);
}

/**
 * Makes the folder where it is not there.
 *
 * @throws {CommandError} as `requireOwnFolder`, also for the file in it, which may be there
 */
export async function makeOwnFolder(folder: string, file: string): Promise<void> {
  await requireOwnLinks(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  await requireOwnFolder(folder);
  if ((await lstat(file).catch(() => null)) !== null) await requireOwnFolder(file);
}

/**
 * Who owns a link chooses where it leads.
 *
 * @throws {CommandError} when a part of the path is a link of another user
 */
export async function requireOwnLinks(folder: string): Promise<void> {
  for (let part = resolve(folder); part !== dirname(part); part = dirname(part)) {
    const found = await lstat(part).catch(() => null);
    if (found?.isSymbolicLink() && isForeign(found))
      throw new CommandError(`${part} is a link of another user. Name a folder of your own.`);
  }
}
