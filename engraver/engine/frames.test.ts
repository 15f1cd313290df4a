import { expect, test } from 'vitest';
import { cropOf, wholeOf } from './frames.ts';
import type { Size } from './scene.ts';

const size = (width: number, height: number, view: number, over: Partial<Size['camera']> = {}): Size => ({
  from: 0,
  width,
  height,
  densities: [2],
  camera: { from: [0, 20, 60], to: [0, 8, 0], view, ...over },
});

test('a size lies in a larger one with the same view, also as a part of it', () => {
  const large = size(720, 720, 26);
  expect(wholeOf(size(390, 390, 26), [large])).toBe(large);
  expect(wholeOf(size(390, 340, 20), [large])).toBe(large);
});

test('a size that shows more, or from elsewhere, stands by itself', () => {
  const large = size(720, 720, 26);
  const wider = size(390, 280, 26);
  const elsewhere = size(390, 390, 26, { from: [0, 21, 60] });
  expect(wholeOf(wider, [large, wider])).toBe(wider);
  expect(wholeOf(elsewhere, [large, elsewhere])).toBe(elsewhere);
});

test('a part is found where its camera points, in pixels of its file', () => {
  const large = size(720, 720, 26);
  const { left, top, width, height, frameWidth, frameHeight } = cropOf(size(360, 360, 26), large, 2);
  expect([left, top, width, height]).toEqual([0, 0, 720, 720]);
  expect(frameWidth).toBeCloseTo(720, 6);
  expect(frameHeight).toBeCloseTo(720, 6);
  const middle = cropOf(size(360, 360, 13), large, 1);
  expect(middle.left).toBeCloseTo((middle.frameWidth - 360) / 2, 6);
  const above = cropOf(size(360, 360, 13, { shift: [0, 0.2] }), large, 1);
  expect(above.top).toBeCloseTo(middle.top - 0.2 * 360, 6);
});
