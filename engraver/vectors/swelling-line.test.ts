import { expect, test } from 'vitest';
import { swelling } from './swelling-line.ts';

test('a line that swells is the outline of its two sides', () => {
  const line = swelling([
    { x: 0, y: 10, thick: 2 },
    { x: 20, y: 12, thick: 4 },
  ]);
  expect(line).toBe('M0 9 20 10 20 14 0 11z');
});
