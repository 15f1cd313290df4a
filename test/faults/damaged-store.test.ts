import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeNoSettings } from '#test/no-settings.ts';
import { fillOlderStore, makeOlderStore } from '#test/older-store/older-store.ts';
import { type RunningProgram, runCommand, startProgram } from '#test/program.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { submit } from './load.ts';

const pageBytes = 4_096;
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entree-damaged-'));
  await writeNoSettings(folder);
  file = join(folder, 'waitlist.db');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const start = () => startProgram({ DATA_DIR: folder });

const statusOf = async (running: RunningProgram, path: string) =>
  (await fetch(`${running.url}${path}`)).status;

/** As the operator types it. */
const run = (...argv: readonly string[]) => runCommand(argv, { DATA_DIR: folder }, folder);

/** By default an index that no start reads, and every submission writes. */
async function overwritePage(name = 'submissions_by_email'): Promise<void> {
  const [index] = await runOnStore(
    { databaseUrl: null, dataDir: folder },
    `select rootpage from sqlite_schema where name = '${name}'`,
  );
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
  await expect
    .poll(running.output)
    .toMatch(/is damaged or not an SQLite database \(.+\).*npm run waitlist -- restore/s);
}

describe('a damaged store', () => {
  test('ends the server once; from then on it serves the pages, until a backup is restored', async () => {
    await using before = await start();
    expect((await submit(before.url)).status).toBe(200);
    expect(await before.stop()).toBe(0);
    await run('backup', 'copy.db');
    await overwritePage();

    await using dying = await start();
    expect((await submit(dying.url)).status).toBe(503);
    expect(await dying.exited).toBe(1);

    await using damaged = await start();
    await expectPagesOnly(damaged);
    await expect.poll(damaged.output).toContain('DAMAGED');
    expect(await damaged.stop()).toBe(0);

    await run('restore', 'copy.db', '--yes');
    await using restored = await start();
    expect((await submit(restored.url)).status).toBe(200);
    expect(restored.output()).not.toContain('DAMAGED');
  });

  test('that is damaged where the first start after an upgrade reads it serves the pages', async () => {
    const place = { databaseUrl: null, dataDir: folder };
    await makeOlderStore(place);
    await fillOlderStore(place);
    await overwritePage('applicants');
    await using damaged = await start();
    await expectPagesOnly(damaged);
  });

  test('that is no database at all is left as it is, and the pages are served', async () => {
    const content = 'not a database '.repeat(1_000);
    await writeFile(file, content);
    await using server = await start();
    await expectPagesOnly(server);
    expect((await stat(file)).size).toBe(content.length);
  });
});

test('a store that is in order is used again after a failure that was not its own', async () => {
  await using before = await start();
  expect((await submit(before.url)).status).toBe(200);
  expect(await before.stop()).toBe(0);
  await writeFile(`${file}-failed`, '');
  await using after = await start();
  expect((await submit(after.url)).status).toBe(200);
  await expect(stat(`${file}-failed`)).rejects.toThrow('ENOENT');
});
