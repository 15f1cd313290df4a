import { expect, test } from 'vitest';
import { drawCardFace } from './card-face-file.ts';

test('the card face is the same in every build, of numbers only, and a small file', () => {
  const svg = drawCardFace();
  expect(drawCardFace()).toBe(svg);
  expect(svg).not.toMatch(/NaN|undefined|Infinity|e-\d/);
  expect(svg.length).toBeLessThan(110_000);
});
