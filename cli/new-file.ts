import { type FileHandle, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError } from './command.ts';

/** A file that has its own name only when all of it is written. */
export interface NewFile {
  write(text: string | Uint8Array): Promise<void>;
  /** Puts the file in its place. A link of that name is replaced, not followed. */
  finish(): Promise<void>;
  /** Deletes what was written. Does nothing after `finish`. */
  discard(): Promise<void>;
}

/**
 * A new file that only this user can read. When the operator breaks the command off, it is deleted.
 *
 * @throws {CommandError} when the folder is somebody else's, or the file cannot be made; without `replaces` also when
 *   there is a file of that name
 */
export async function openNewFile(file: string, { replaces = false } = {}): Promise<NewFile> {
  await requireOwnFolder(dirname(file));
  if (!replaces && (await lstat(file).catch(() => null)) !== null)
    throw new CommandError(`${file} exists already. Name another file.`);
  const part = `${file}.${process.pid}.part`;
  const handle = await open(part, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      `${file} cannot be written (${error.code}). Name a file in a folder where you may write.`,
      { cause: error },
    );
  });
  const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const breakOff = () => void removePart(part, handle).finally(() => process.exit(1));
  for (const signal of stopSignals) process.once(signal, breakOff);
  let isOpen = true;
  const end = async (how: () => Promise<unknown>) => {
    if (!isOpen) return;
    isOpen = false;
    for (const signal of stopSignals) process.removeListener(signal, breakOff);
    await how();
  };
  return {
    write: async (text) => {
      await handle.writeFile(text);
    },
    finish: () =>
      end(async () => {
        await handle.close();
        await rename(part, file);
      }),
    discard: () => end(() => removePart(part, handle)),
  };
}

async function removePart(part: string, handle: FileHandle): Promise<void> {
  await handle.close().catch(() => undefined);
  await rm(part, { force: true });
}

/**
 * In a folder of another user, that user could read, move or replace what is written there.
 *
 * @throws {CommandError} when it is one, or cannot be found
 */
export async function requireOwnFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${folder} cannot be used (${error.code}). Name a folder where you may write.`, {
      cause: error,
    });
  });
  const user = process.getuid?.();
  if (user === undefined || found.uid === user || found.uid === 0) return;
  throw new CommandError(`${folder} belongs to another user. Name a folder of your own.`);
}
