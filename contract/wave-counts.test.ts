import { expect, test } from 'vitest';
import { answerStatuses } from './invitation-answer.ts';
import { waveCounts } from './wave-counts.ts';

test('a wave counts each answer, and who gave none', () => {
  const counted = Object.values(waveCounts).flatMap(({ filter }) =>
    'answer' in filter ? [filter.answer] : [],
  );
  expect(counted).toEqual(answerStatuses);
});
