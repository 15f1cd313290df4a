import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOperatorStore, openStore } from '#server/store/open-store.ts';
import { databaseFile } from '#server/store/sqlite/database-file.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { scrub } from './scrub-store.ts';

let folder: string;
let said: string[];
const parts = { progress: (text: string) => void said.push(text), warn() {} };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entree-scrub-'));
  said = [];
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('says what to do while another process reads the store, and is done once that has ended', async () => {
  const server = await openStore({ databaseUrl: null, dataDir: folder });
  await server.accept(newSubmission());
  const operator = await openOperatorStore({ databaseUrl: null, dataDir: folder });
  const reader = new DatabaseSync(databaseFile(folder));
  reader.exec('begin');
  reader.prepare('select count(*) from submissions').get();
  await operator.erase('ada@example.com');

  expect(await scrub({ store: operator, ...parts }, 100, 'it again')).toMatch(
    /^It is deleted from the store, .* \(a backup, an export, Litestream\).*End that process, then run it again/,
  );
  expect(said[0]).toBe('Waiting for another process that reads the store (a backup, an export, Litestream)');

  const scrubbing = scrub({ store: operator, ...parts }, 30_000, 'it again');
  reader.exec('commit');
  expect(await scrubbing).toBeNull();
  reader.close();
  await Promise.all([server.close(), operator.close()]);
});
