import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainNotDecided } from '#contract/answers.ts';
import { type ReviewState, reviewStates, stateName, states } from '#contract/review.ts';
import { waveName } from '#contract/wave-counts.ts';
import { readPerson } from '#server/operator/import/read-person.ts';
import { creator, setUpCli, venue } from '#test/cli-fixture.ts';
import { reviewedAs } from '#test/sample-decisions.ts';

const names = { ...states };
const wordOf = (state: ReviewState) => `as ${state.toUpperCase()}`;

/** Every state has a word of two parts, and in capitals: no code of a state is found in it. */
describe('a state is shown by its word, wherever people read it', () => {
  const cli = setUpCli('sqlite');
  const table: Record<string, object> = states;
  beforeAll(() => {
    for (const state of reviewStates) table[state] = { ...names[state], word: wordOf(state) };
  });
  afterAll(() => void Object.assign(table, names));

  const codes = new RegExp(`\\b(${reviewStates.filter((state) => state !== 'new').join('|')})\\b`);
  async function read(...argv: readonly string[]) {
    const { out, err } = await cli.run(argv, { columns: 200 });
    return `${out}${err}`;
  }

  test('on the command line, in exports and in refusals', async () => {
    await cli.accept('creator', creator);
    await cli.accept('venue', venue);
    const made = await read('shortlist', '--review', 'new', '--yes');
    const [, wave = ''] = /reopen --wave (\S+)/.exec(made) ?? [];
    await cli.run(['decline', '1']);
    for (const [argv, words] of [
      [['list'], [wordOf('declined'), wordOf('shortlisted')]],
      [
        ['show', '1'],
        [`${wordOf('shortlisted')} → ${wordOf('declined')}`, `${wordOf('declined')} by`],
      ],
      [['waves'], ['As SHORTLISTED']],
      [['reopen', '--wave', wave, '--dry-run'], [`${wordOf('shortlisted')} → ${wordOf('new')}`]],
      [['shortlist', '--review', 'shortlisted', '--yes'], [`nobody who is not ${wordOf('shortlisted')}`]],
      [['answer', '1'], [`cannot become ${wordOf('answered')}: a creator is ${wordOf('new')}`]],
      [['answer', '--review', 'new', '--kind', 'creator', '--yes'], [`cannot become ${wordOf('answered')}`]],
      [['prune', '--review', 'declined', '--older-than', 'today', '--dry-run'], [wordOf('declined')]],
      [['export', '--all'], [wordOf('declined')]],
      [['stats'], ['As DECLINED']],
    ] as const) {
      const text = await read(...argv);
      for (const word of words) expect(text, argv.join(' ')).toContain(word);
      // These have other words too: a column's title, a count of messages.
      if (argv[0] !== 'export' && argv[0] !== 'stats')
        expect(text.replaceAll('--review shortlisted', '')).not.toMatch(codes);
    }
  });

  test('in a sheet, which may say the word or the code', async () => {
    const sheet = 'Email,State\na@example.com,shortlisted\n';
    await writeFile(path.join(cli.folder, 'list.csv'), sheet);
    const choices = ['--kind', 'creator', '--column', 'State=state', '--dry-run'];
    expect(await read('import', 'list.csv', ...choices)).toContain(` · ${wordOf('shortlisted')}\n`);
    const rules = { kind: 'creator', columns: { email: 0, state: 1 }, dates: 'day-first' } as const;
    const readState = (cell: string) =>
      readPerson(
        { number: 2, cells: ['a@example.com', cell] },
        { ...rules, timeZone: 'Australia/Sydney', nowMs: 0 },
      );
    for (const cell of ['declined', wordOf('declined')])
      expect(readState(cell)).toMatchObject({ person: { state: 'declined' } });
    expect(JSON.stringify(readState('no'))).toContain(
      `is none of ${wordOf('new')}, ${wordOf('shortlisted')}`,
    );
  });

  test('as a heading, of a wave, and in why a decision was not made', () => {
    expect(stateName('joined')).toBe('As JOINED');
    expect(waveName({ to: 'joined' })).toBe('As JOINED');
    const review = reviewedAs('declined');
    const overtaken = { outcome: 'overtaken', review, newerApplication: null, id: randomUUID() } as const;
    expect(explainNotDecided(overtaken, String)).toContain('decided about meanwhile: as DECLINED by');
  });
});
