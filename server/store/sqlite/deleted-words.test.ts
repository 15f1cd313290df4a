import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scrubStore } from '#server/operator/scrub-store.ts';
import { openOperatorStore } from '#server/store/open-operator-store.ts';
import { openStore } from '#server/store/open-store.ts';
import { newSubmission } from '#test/sample-submissions.ts';

/** Letters that no other word has. */
const wordOf = (number: number, index: number) =>
  createHash('sha256').update(`${number} ${index}`).digest('hex').slice(0, 24);

/** An index keeps of a word at least what its neighbour does not begin with. */
const endOf = (word: string) => word.slice(-18);

test('no byte of the words of 100 erased people stays in the file of the list and its index', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entree-words-'));
  const store = await openStore({ databaseUrl: null, dataDir: folder });
  const operator = await openOperatorStore({ databaseUrl: null, dataDir: folder });
  try {
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
  } finally {
    await Promise.all([store.close(), operator.close()]);
    await rm(folder, { recursive: true, force: true });
  }
});
