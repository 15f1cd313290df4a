import { expect, test } from 'vitest';
import { type CameBy, goesTo, letterKinds, letterTable } from './review.ts';

const ways: readonly CameBy[] = ['form', 'import', 'hand'];

test('a letter goes only to who stands in its state and came in one of its ways', () => {
  const receipt = {
    state: 'undecided',
    tells: false,
    sent: 'always',
    channel: 'receipts',
    cameBy: ['form'],
    afterRestore: 'sent',
    title: 'The receipt',
  } as const;
  const wayOf = (letter: Parameters<typeof goesTo>[0], state: 'new' | 'invited', appliedAgain = false) =>
    ways.filter((cameBy) => goesTo(letter, { state, appliedAgain, cameBy }));
  expect(wayOf(receipt, 'new')).toEqual(['form']);
  expect(wayOf(receipt, 'invited')).toEqual([]);
  expect(wayOf(receipt, 'invited', true)).toEqual(['form']);
  expect(wayOf({ ...receipt, state: 'invited', cameBy: ways }, 'invited')).toEqual(ways);
  expect(wayOf({ ...receipt, state: 'invited', cameBy: ways }, 'new')).toEqual([]);
});

test('a letter that tells of a state has the name of that state', () => {
  for (const kind of letterKinds) if (letterTable[kind].tells) expect(letterTable[kind].state).toBe(kind);
});
