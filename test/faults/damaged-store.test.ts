import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundleProgram } from '#test/bundle.ts';
import { writeNoSettings } from '#test/no-settings.ts';
import { type RunningProgram, startProgram } from '#test/program.ts';
import { submit } from './load.ts';

const pageBytes = 4_096;
let folder: string;
let file: string;
let server: RunningProgram | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entree-damaged-'));
  await writeNoSettings(folder);
  file = join(folder, 'waitlist.db');
});

afterEach(async () => {
  server?.kill('SIGKILL');
  await server?.exited;
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<RunningProgram> {
  server = await startProgram({ DATA_DIR: folder });
  return server;
}

async function stop(running: RunningProgram): Promise<number | NodeJS.Signals> {
  running.kill('SIGTERM');
  return running.exited;
}

const statusOf = async (running: RunningProgram, path: string) =>
  (await fetch(`${running.url}${path}`)).status;

/** As the operator types it. */
async function runCommand(...argv: readonly string[]): Promise<void> {
  const { cli } = await bundleProgram();
  await promisify(execFile)(process.execPath, [cli, ...argv], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: folder },
  });
}

/** An index that no start reads, and every submission writes. */
async function overwriteIndex(): Promise<void> {
  const database = new DatabaseSync(file);
  const [index] = database
    .prepare("select rootpage from sqlite_schema where name = 'submissions_by_email'")
    .all();
  database.close();
  const handle = await open(file, 'r+');
  const position = (Number(index?.['rootpage']) - 1) * pageBytes;
  await handle.write(Buffer.alloc(pageBytes, 'damage '), 0, pageBytes, position);
  await handle.close();
}

/** Pages are served, submissions are answered with 503, and the log says what to do. */
async function expectPagesOnly(running: RunningProgram): Promise<void> {
  expect(await statusOf(running, '/creators')).toBe(200);
  expect(await submit(running.url)).toMatchObject({ status: 503, retryAfterS: expect.any(Number) });
  expect(await statusOf(running, '/readyz')).toBe(503);
  expect(await statusOf(running, '/healthz')).toBe(200);
  expect(running.output()).toMatch(
    /is damaged or not an SQLite database \(.+\).*npm run waitlist -- restore/s,
  );
}

describe('a damaged store', () => {
  test('ends the server once; from then on it serves the pages, until a backup is restored', async () => {
    const before = await start();
    expect((await submit(before.url)).status).toBe(200);
    expect(await stop(before)).toBe(0);
    await runCommand('backup', 'copy.db');
    await overwriteIndex();

    const dying = await start();
    expect((await submit(dying.url)).status).toBe(503);
    expect(await dying.exited).toBe(1);

    const damaged = await start();
    await expectPagesOnly(damaged);
    expect(damaged.output()).toContain('DAMAGED');
    expect(await stop(damaged)).toBe(0);

    await runCommand('restore', 'copy.db', '--yes');
    const restored = await start();
    expect((await submit(restored.url)).status).toBe(200);
    expect(restored.output()).not.toContain('DAMAGED');
  });

  test('that is no database at all is left as it is, and the pages are served', async () => {
    const content = 'not a database '.repeat(1_000);
    await writeFile(file, content);
    await expectPagesOnly(await start());
    expect((await stat(file)).size).toBe(content.length);
  });
});

test('a store that is in order is used again after a failure that was not its own', async () => {
  expect((await submit((await start()).url)).status).toBe(200);
  expect(await stop(server as RunningProgram)).toBe(0);
  await writeFile(`${file}-failed`, '');
  expect((await submit((await start()).url)).status).toBe(200);
  await expect(stat(`${file}-failed`)).rejects.toThrow('ENOENT');
});
