import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { removeDatabase } from '#server/store/sqlite/database-copy.ts';
import { removingOnStop } from './new-file.ts';

const prefix = 'unfinished-copy-';

/**
 * Writes a copy of people's data. Beside the embedded store a note names it meanwhile, so that what a killed command
 * left is found; a command that the operator breaks off removes a new file.
 */
export async function writeCopy<Result>(
  dataDir: string,
  file: string,
  write: () => Promise<Result>,
): Promise<Result> {
  removeKilled(dataDir);
  const note = join(dataDir, `${prefix}${createHash('sha256').update(file).digest('hex').slice(0, 16)}`);
  const removeNote = () => rmSync(note, { force: true });
  try {
    writeFileSync(note, file);
  } catch {
    // Without the folder, or on a full disk: the copy is more important than its note.
  }
  const isNew = !existsSync(file);
  const remove = () => {
    if (isNew) removeDatabase(file);
    removeNote();
  };
  return await removingOnStop(remove, () => write().finally(removeNote));
}

/** Copies that are being written, or that a killed command left. */
export const findUnfinished = (dataDir: string): string[] =>
  readNotes(dataDir).flatMap(({ file }) => (existsSync(file) ? [file] : []));

/** What is to be done by hand about copies that may contain what was deleted; null: there are none. */
export function describeUnfinished({ dataDir }: Pick<Config, 'dataDir'>): string | null {
  const unfinished = findUnfinished(dataDir);
  if (unfinished.length === 0) return null;
  return `It is deleted from the store. A copy of it that is being written, or was broken off, may still contain it: ${unfinished.join(', ')}. Delete the copy, or wait until it is whole and delete it then.`;
}

/** What has a name of its own until it is whole is nobody's store. Another one is overwritten by the same command. */
function removeKilled(dataDir: string): void {
  for (const { note, file } of readNotes(dataDir)) {
    const [, pid] = /\.(\d+)\.part$/.exec(file) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) removeDatabase(file);
    if (!existsSync(file)) rmSync(note);
  }
}

function readNotes(dataDir: string): { note: string; file: string }[] {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : [];
  return names
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(dataDir, name))
    .map((note) => ({ note, file: readFileSync(note, 'utf8') }));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's may not be asked.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
