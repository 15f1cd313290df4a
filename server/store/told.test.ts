import { expect, test } from 'vitest';
import { checkLetterAgain } from './told.ts';

test('a letter may be sent again at once, and then a day after it was sent again', () => {
  const sentAtMs = Date.UTC(2026, 10, 28);
  const letter = {
    letter: 'invited',
    state: 'delivered',
    queuedAtMs: sentAtMs,
    dueAtMs: sentAtMs,
    letterAtMs: null,
    sentAtMs,
    lastReason: null,
    decisionId: 'one',
  } as const;
  const again = { ...letter };
  const dayMs = 86_400_000;
  expect(checkLetterAgain('invited', [letter], sentAtMs)).toEqual({ outcome: 'possible' });
  expect(checkLetterAgain('invited', [letter, again], sentAtMs + dayMs - 1)).toEqual({
    outcome: 'too-soon',
    possibleAtMs: sentAtMs + dayMs,
  });
  expect(checkLetterAgain('invited', [letter, again], sentAtMs + dayMs)).toEqual({ outcome: 'possible' });
});
