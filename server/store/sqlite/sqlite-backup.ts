import { existsSync } from 'node:fs';
import {
  BackupError,
  messageOf,
  type OnProgress,
  putInPlace,
  refuseExisting,
  withCopy,
} from './database-copy.ts';

/**
 * Copies the database as it stands at this moment, while others go on writing to it.
 *
 * @returns how many submissions the copy holds
 * @throws {BackupError} when `target` exists or one of the files cannot be used
 */
export async function backUpSqlite(file: string, target: string, onProgress: OnProgress): Promise<number> {
  if (!existsSync(file))
    throw new BackupError(`There is no store at ${file}. Set DATA_DIR to the one in use.`);
  refuseExisting(target);
  try {
    return await withCopy(file, target, onProgress, (copy, count) => {
      putInPlace(copy, target);
      return count;
    });
  } catch (error) {
    throw error instanceof BackupError
      ? error
      : new BackupError(`${file} could not be backed up: ${messageOf(error)}.`, { cause: error });
  }
}
