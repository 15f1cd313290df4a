import { expect, test } from 'vitest';
import { drawCardFace } from './card-face-file.ts';
import { swelling } from './swelling-line.ts';

test('a line that swells is the outline of its two sides', () => {
  const line = swelling([
    { x: 0, y: 10, thick: 2 },
    { x: 20, y: 12, thick: 4 },
  ]);
  expect(line).toBe('M0 9 20 10 20 14 0 11z');
});

test('the card face is the same in every build, of numbers only, and a small file', () => {
  const svg = drawCardFace();
  expect(drawCardFace()).toBe(svg);
  expect(svg).not.toMatch(/NaN|undefined|Infinity|e-\d/);
  expect(svg.length).toBeLessThan(110_000);
});
