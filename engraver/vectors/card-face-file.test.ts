import { expect, test } from 'vitest';
import { cardRosette } from '../guilloche/rosettes.ts';
import { drawCardFace } from './card-face-file.ts';
import { drawRosetteLines } from './rosette-file.ts';

test('the card face is the same in every build, of numbers only, and a small file', () => {
  const svg = drawCardFace();
  expect(drawCardFace()).toBe(svg);
  expect(svg).not.toMatch(/NaN|undefined|Infinity|e-\d/);
  expect(svg.length).toBeLessThan(110_000);
});

test('its rosette is the one whose bands are tested to close', () => {
  expect(drawCardFace()).toContain(drawRosetteLines(cardRosette));
});
