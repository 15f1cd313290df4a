import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coupeRings, petalPath, type RosetteShape, smoothPath, wavePath } from './guilloche.ts';
import { figures } from './rosette.tsx';

interface Point {
  x: number;
  y: number;
}

/** The cubics of a path of `M…c…s…` pieces: for each curve its anchors and control points, in absolute places. */
function readCurves(path: string): Point[][] {
  return path
    .split('M')
    .slice(1)
    .map((piece) => {
      const [x = 0, y = 0, ...deltas] = (piece.match(/-?\d+/g) ?? []).map(Number);
      const points: Point[] = [{ x, y }];
      for (let index = 0; index < deltas.length; ) {
        const from = points.at(-1) ?? { x, y };
        if (index > 0) {
          const control = points.at(-2) ?? from;
          points.push({ x: 2 * from.x - control.x, y: 2 * from.y - control.y });
        }
        for (let given = index > 0 ? 2 : 3; given > 0; given -= 1) {
          points.push({ x: from.x + (deltas[index] ?? 0), y: from.y + (deltas[index + 1] ?? 0) });
          index += 2;
        }
      }
      return points;
    });
}

const isAnchor = (_: Point, index: number) => index % 3 === 0;

/** Places on the curve itself, 8 to each cubic. */
function* walk(points: readonly Point[]): Generator<Point> {
  for (let index = 0; index + 3 < points.length; index += 3) {
    const [a, b, c, d] = points.slice(index, index + 4) as [Point, Point, Point, Point];
    for (let step = 0; step <= 8; step++) {
      const t = step / 8;
      const weigh = (p: number, q: number, r: number, s: number) =>
        (1 - t) ** 3 * p + 3 * (1 - t) ** 2 * t * q + 3 * (1 - t) * t ** 2 * r + t ** 3 * s;
      yield { x: weigh(a.x, b.x, c.x, d.x), y: weigh(a.y, b.y, c.y, d.y) };
    }
  }
}

const turn = ({ x, y }: Point, angle: number): Point => ({
  x: x * Math.cos(angle) - y * Math.sin(angle),
  y: x * Math.sin(angle) + y * Math.cos(angle),
});

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const origin = { x: 0, y: 0 };

const shapes: fc.Arbitrary<RosetteShape> = fc.record({
  petals: fc.integer({ min: 3, max: 96 }),
  curves: fc.integer({ min: 1, max: 16 }),
  inner: fc.integer({ min: 0, max: 250 }),
  outer: fc.integer({ min: 250, max: 440 }),
  swing: fc.integer({ min: 0, max: 200 }),
  twist: fc.double({ min: 0, max: 2, noNaN: true }),
});

describe('a petal', () => {
  test('ends where the next one, turned by its share of the circle, begins: the figure closes', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        for (const points of readCurves(petalPath(shape))) {
          const [first, last] = [points[0], points.at(-1)];
          if (!first || !last) throw new Error('A curve without points.');
          // Each end is rounded to whole units by itself.
          expect(distance(turn(first, (2 * Math.PI) / shape.petals), last)).toBeLessThanOrEqual(1.5);
        }
      }),
    );
  });

  test('keeps within its outer radius and swing, and draws as many curves as asked for', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const curves = readCurves(petalPath(shape));
        expect(curves).toHaveLength(shape.curves);
        for (const point of curves.flatMap((points) => points.filter(isAnchor))) {
          expect(distance(point, origin)).toBeLessThanOrEqual(shape.outer + shape.swing + 1);
        }
      }),
    );
  });

  test('is the same each time it is drawn', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        expect(petalPath({ ...shape })).toBe(petalPath({ ...shape }));
      }),
    );
  });
});

describe.each(Object.entries(figures))('the plate %s', (_, shape) => {
  const path = petalPath(shape);
  const curves = readCurves(path);

  test('stays inside its picture of 500 units each way, between its anchors too', () => {
    for (const point of curves.flatMap((points) => [...walk(points)])) {
      expect(distance(point, origin)).toBeLessThan(499);
    }
  });

  test('is small enough to travel inside every page', () => {
    expect(path.length).toBeLessThan(1_600);
  });

  test('has no curve longer than the dash that hides it while it is drawn: a fifth of the path', () => {
    const lengths = curves.map((points) => {
      const places = [...walk(points)];
      return places.reduce((sum, place, index) => sum + distance(place, places[index - 1] ?? place), 0);
    });
    const whole = lengths.reduce((sum, length) => sum + length, 0);
    expect(Math.max(...lengths) / whole).toBeLessThan(0.2);
  });
});

describe('a smooth path', () => {
  const places = fc.array(
    fc.record({
      x: fc.double({ min: -1000, max: 1000, noNaN: true }),
      y: fc.double({ min: -1000, max: 1000, noNaN: true }),
    }),
    { minLength: 1, maxLength: 40 },
  );

  test('passes through every point to the nearest whole unit, however many there are', () => {
    fc.assert(
      fc.property(places, (points) => {
        const anchors = readCurves(smoothPath(points))[0]?.filter(isAnchor) ?? [];
        // -0 is 0 here.
        const rounded = points.map(({ x, y }) => ({ x: Math.round(x) + 0, y: Math.round(y) + 0 }));
        expect(anchors.map(({ x, y }) => ({ x: x + 0, y: y + 0 }))).toEqual(rounded);
      }),
    );
  });

  test('refuses no points at all', () => {
    expect(() => smoothPath([])).toThrow('at least one point');
  });
});

test('a band of waves is as high and as steep at the end of its period as at the start', () => {
  const width = 120;
  for (const points of readCurves(wavePath(width, 7, 10))) {
    const at = (x: number) =>
      [...walk(points)].reduce((near, place) =>
        Math.abs(place.x - x) < Math.abs(near.x - x) ? place : near,
      );
    expect(Math.abs(at(0).y - at(width).y)).toBeLessThanOrEqual(1);
    expect(Math.abs(at(4).y - at(width + 4).y)).toBeLessThanOrEqual(1.5);
    for (const { y } of walk(points)) expect(Math.abs(y)).toBeLessThanOrEqual(12);
  }
});

test('a coupe is turned from rim to foot, and no ring is wider than its picture', () => {
  const rings = coupeRings(900);
  expect(rings[0]).toMatchObject({ y: 0 });
  expect(rings.at(-1)).toMatchObject({ y: 900 });
  for (const [index, { y, rx, ry }] of rings.entries()) {
    expect(y).toBeGreaterThanOrEqual(rings[index - 1]?.y ?? 0);
    expect(rx).toBeGreaterThan(0);
    expect(rx).toBeLessThan(380);
    expect(ry).toBeLessThan(90);
  }
  expect(coupeRings(900)).toEqual(rings);
});
