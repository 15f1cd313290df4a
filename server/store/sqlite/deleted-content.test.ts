import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { scrubStore } from '#server/operator/scrub-store.ts';
import { openOperatorStore, openStore } from '#server/store/open-store.ts';
import type { NewSubmission } from '#server/store/stored-submission.ts';
import { newSubmission } from '#test/sample-submissions.ts';

const dayMs = 86_400_000;
const patience = { waitMs: 30_000, onWait: () => {} };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entree-deleted-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** A mark stands in every value that is stored of a person. */
const markOf = (number: number, isToErase: boolean) => `${isToErase ? 'gone' : 'here'}.${number}.`;
const emailOf = (mark: string) => `${scramble(mark)}.${mark}@example.com`;
/** So that index entries come in no order and pages are split in their middle. */
const scramble = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);

function submissionOf(mark: string): NewSubmission {
  const bio = `${mark} `.repeat(1 + (scramble(mark).charCodeAt(0) % 40));
  return newSubmission({
    id: `${scramble(mark)}-${mark}`,
    fields: { name: mark, email: emailOf(mark), bio },
    idempotencyKey: `${scramble(mark)}+${mark}`,
    addressHash: mark,
  });
}

/** Of all bytes of the store's files, whatever their names. */
async function countInFiles(pattern: RegExp): Promise<number> {
  const names = await readdir(folder);
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
  return contents.reduce((sum, content) => sum + (content.match(pattern)?.length ?? 0), 0);
}

/** Letters that no other word has. */
const wordOf = (number: number, index: number) =>
  createHash('sha256').update(`${number} ${index}`).digest('hex').slice(0, 24);

/** An index keeps of a word at least what its neighbour does not begin with. */
const endOf = (word: string) => word.slice(-18);

describe('the files of the embedded store', () => {
  test('hold no byte of 500 erased among 3,000 accepted people, nor an address key of an earlier day', async () => {
    let nowMs = 1_000 * dayMs;
    const store = await openStore({ databaseUrl: null, dataDir: folder, now: () => nowMs });
    const operator = await openOperatorStore({ databaseUrl: null, dataDir: folder });
    for (let round = 0; round < 10; round += 1) {
      await store.addressKey(`day.${round}.`);
      nowMs += dayMs;
      const marks = Array.from({ length: 300 }, (_, index) => markOf(round * 300 + index, index % 6 === 0));
      await Promise.all(marks.map((mark) => store.accept(submissionOf(mark))));
      for (const mark of marks.filter((each) => each.startsWith('gone'))) {
        expect((await operator.erase(emailOf(mark))).records).toHaveLength(1);
      }
    }
    expect(await scrubStore(operator, patience)).toBe(true);
    for (const state of ['while the server runs', 'after its end']) {
      if (state === 'after its end') await Promise.all([store.close(), operator.close()]);
      expect(await countInFiles(/gone\.\d/g), state).toBe(0);
      expect(await countInFiles(/day\.[0-8]\./g), state).toBe(0);
      expect(await countInFiles(/here\.\d/g), state).toBeGreaterThan(2_500);
    }
  });

  test('hold no byte of the words of 100 erased people, in the list and its index', async () => {
    const store = await openStore({ databaseUrl: null, dataDir: folder });
    const operator = await openOperatorStore({ databaseUrl: null, dataDir: folder });
    const numbers = Array.from({ length: 600 }, (_, number) => number);
    const wordsOfPerson = (number: number) => Array.from({ length: 12 }, (_, index) => wordOf(number, index));
    for (const round of [0, 1, 2]) {
      const own = numbers.slice(round * 200, round * 200 + 200);
      await Promise.all(
        own.map((number) =>
          store.accept(
            newSubmission({
              fields: { email: `${number}@example.com`, bio: wordsOfPerson(number).join(' ') },
            }),
          ),
        ),
      );
      for (const number of own.filter((each) => each % 6 === 0))
        await operator.erase(`${number}@example.com`);
    }
    const found = (number: number) =>
      operator.countApplicants({ text: wordOf(number, 3) }).then(({ states }) => states.new ?? 0);
    expect([await found(6), await found(7)]).toEqual([0, 1]);
    expect(await scrubStore(operator, { waitMs: 30_000 })).toBe(true);
    const names = await readdir(folder);
    const bytes = (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('\n');
    const isLeft = (number: number) => wordsOfPerson(number).some((word) => bytes.includes(endOf(word)));
    expect(numbers.filter((number) => number % 6 === 0 && isLeft(number))).toEqual([]);
    expect(isLeft(7)).toBe(true);
    await Promise.all([store.close(), operator.close()]);
  });

  test('lose the address key of an earlier day without any command', async () => {
    let nowMs = 1_000 * dayMs;
    const store = await openStore({
      databaseUrl: null,
      dataDir: folder,
      now: () => nowMs,
      emptyLogEveryMs: 20,
    });
    await store.addressKey('yesterday.');
    nowMs += dayMs;
    await store.addressKey('today.');
    await expect.poll(() => countInFiles(/yesterday\./g)).toBe(0);
    expect(await countInFiles(/today\./g)).toBeGreaterThan(0);
    await store.close();
  });
});
