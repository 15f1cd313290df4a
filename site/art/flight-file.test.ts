import { expect, test } from 'vitest';
import { drawCardFace } from './card-face-file.ts';
import { drawFlight, flightNames } from './flight-file.ts';
import { swelling } from './swelling-line.ts';

test('a line that swells is the outline of its two sides', () => {
  const line = swelling([
    { x: 0, y: 10, thick: 2 },
    { x: 20, y: 12, thick: 4 },
  ]);
  expect(line).toBe('M0 9 20 10 20 14 0 11z');
});

test.each([
  ['card face', drawCardFace] as const,
  ...flightNames.map((name) => [name, () => drawFlight(name)] as const),
])('the %s is the same in every build, of numbers only, and a small file', (_name, draw) => {
  const svg = draw();
  expect(draw()).toBe(svg);
  expect(svg).not.toMatch(/NaN|undefined|Infinity|e-\d/);
  expect(svg.length).toBeLessThan(110_000);
});
