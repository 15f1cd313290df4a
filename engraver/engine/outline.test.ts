import { describe, expect, test } from 'vitest';
import { createOutline, type Nearest } from './outline.ts';

const square = createOutline('M0 0 L4 0 L4 3 L0 3 Z');
const near: Nearest = { distance: 0, along: 0, normalX: 0, normalY: 0 };

describe('an outline', () => {
  test('tells the distance, negative inside', () => {
    expect(square.distance(2, 1)).toBeCloseTo(-1, 1);
    expect(square.distance(2, 2.995)).toBeCloseTo(-0.005, 6);
    expect(square.distance(2, 3.004)).toBeCloseTo(0.004, 6);
  });

  test('never tells more than the true distance from outside its grid', () => {
    for (const [x, y] of [
      [9, 1.5],
      [-3, -4],
      [2, 30],
    ] as const) {
      const true_ = Math.hypot(Math.max(-x, x - 4, 0), Math.max(-y, y - 3, 0));
      expect(square.distance(x, y)).toBeLessThanOrEqual(true_ + 1e-6);
      expect(square.distance(x, y)).toBeGreaterThan(true_ * 0.9);
    }
  });

  test('tells how far along it the nearest point is, and where the surface looks', () => {
    square.nearest(4.001, 1, near);
    expect(near.along).toBeCloseTo(5, 3);
    expect(near.normalX).toBeCloseTo(1, 6);
  });

  test('has a hole where a path lies in a path', () => {
    const ring = createOutline('M-4 -4 L4 -4 L4 4 L-4 4 Z M-2 -2 L2 -2 L2 2 L-2 2 Z');
    expect(ring.distance(0, 0)).toBeGreaterThan(1.5);
    expect(ring.distance(3, 0)).toBeLessThan(-0.8);
  });

  test('refuses a command that it cannot read', () => {
    expect(() => createOutline('M0 0 A1 1 0 0 1 2 2 Z')).toThrow('command A');
  });
});
