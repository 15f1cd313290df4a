import { expect, test } from 'vitest';
import { drawLettering } from './engine/lettering.ts';
import { outlineText } from './vectors/outline-text.ts';

const widthOf = (text: string, maxWidth?: number): number => {
  const covers = drawLettering(text, { size: 1, ...(maxWidth !== undefined && { maxWidth }) });
  const columns = Array.from({ length: 2000 }, (_, index) => (index - 1000) / 100);
  const covered = columns.filter((x) => [0.1, 0.3, 0.5].some((y) => covers(x, y) > 0.1));
  return Math.max(...covered) - Math.min(...covered);
};

test('a long name or city is engraved no wider than its place, a short one in its usual size', () => {
  expect(widthOf('MELBOURNE')).toBeGreaterThan(3);
  expect(widthOf('MELBOURNE', 3)).toBeLessThanOrEqual(3);
  expect(widthOf('PERTH', 3)).toBe(widthOf('PERTH'));
});

test('a long name is drawn on a stamp no wider than its place', () => {
  const scaleOf = (text: string): number =>
    Number(
      /scale\((?<x>[\d.]+)/.exec(
        outlineText(text, 'roman', { x: 0, y: 0, size: 46, fill: 'red', maxWidth: 98 }),
      )?.groups?.['x'],
    );
  expect(scaleOf('Entrée')).toBeCloseTo(46 / 1000, 5);
  expect(scaleOf('Entrée to the House')).toBeLessThan(scaleOf('Entrée'));
});
