import { expect, test } from 'vitest';
import { type CameBy, goesTo, letterKinds, letterTable, reviewStates, states } from './review.ts';

const ways: readonly CameBy[] = ['form', 'import', 'hand'];

test('a letter goes only to who stands in its state and came in one of its ways', () => {
  const receipt = {
    state: 'undecided',
    tells: null,
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

test('the message of whoever is not in a last state has a button in Slack', () => {
  const isLeft = (state: (typeof reviewStates)[number]) =>
    reviewStates.some((to) => (states[to].offeredIn as readonly string[]).includes(state));
  expect(reviewStates.filter((state) => !isLeft(state))).toEqual(['joined', 'declined', 'answered']);
});

test('no two decisions have the same key, and none has a key with which the console moves, selects or undoes', () => {
  const keys = [...Object.values(states).map(({ shortcut }) => shortcut), 'j', 'k', 'x', 'u'];
  expect(new Set(keys).size).toBe(keys.length);
});

test('a state is stored as one word, because the store and the buttons in Slack put several words into one text', () => {
  expect(reviewStates.filter((state) => !/^[a-z-]+$/.test(state))).toEqual([]);
});
