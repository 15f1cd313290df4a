import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const kept = join(dirname(import.meta.dirname), '.cache', 'postgres');

export interface DataFolderMaker {
  /** Folder of `initdb`. */
  binaries: string;
  /** Who runs Postgres; null: whoever runs the tests. */
  user: { uid: number; gid: number } | null;
}

/**
 * Makes the data of an empty Postgres. They are a copy of what `initdb` of this version made once: it takes a second
 * of processor time, and a run of all tests starts twenty.
 *
 * @param data a path in an existing folder that `user` may write to
 */
export async function makeDataFolder(data: string, maker: DataFolderMaker): Promise<void> {
  const template = join(kept, await hashOf(maker));
  if (existsSync(template)) return copy(template, data);
  await initialize(data, maker);
  const unfinished = `${template}.${randomUUID()}`;
  await mkdir(kept, { recursive: true });
  await copy(data, unfinished);
  // Another process may have kept the same one meanwhile.
  await rename(unfinished, template).catch(() => rm(unfinished, { recursive: true }));
}

/** `initdb` writes the time zone into the settings, and its files belong to the user. */
async function hashOf({ binaries, user }: DataFolderMaker): Promise<string> {
  const { stdout: version } = await run(join(binaries, 'initdb'), ['--version']);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const what = [binaries, version, timeZone, user?.uid ?? process.getuid?.()].join('\0');
  return createHash('sha256').update(what).digest('hex').slice(0, 16);
}

async function initialize(data: string, { binaries, user }: DataFolderMaker): Promise<void> {
  const args = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await run(join(binaries, 'initdb'), ['-D', data, ...args], { ...user, cwd: dirname(data) });
}

/** With the owners and rights of the files, on which Postgres insists. */
const copy = async (from: string, to: string) => void (await run('cp', ['-a', from, to]));
