import { expect, test } from 'vitest';
import { describeCount } from './console-calls.ts';

test.each([
  [0, '0'],
  [10_000, '10,000'],
  [10_001, 'over 10,000'],
])('of what is counted to 10,000 only, %i is shown as %s', (count, shown) => {
  expect(describeCount(count)).toBe(shown);
});
