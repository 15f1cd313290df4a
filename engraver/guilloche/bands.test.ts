import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawRosetteLines } from '../vectors/rosette-file.ts';
import { distanceToBand, sectorPath, smoothPath } from './bands.ts';
import { cardRosette, rosettes } from './rosettes.ts';

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

describe.each(Object.entries({ ...rosettes, card: cardRosette }))('the rosette %s', (_name, rosette) => {
  const bands = rosette.bands;

  test('is of 60 to 120 hairlines, in bands whose sectors repeat', () => {
    const hairlines = bands.reduce((sum, band) => sum + band.hairlines, 0);
    expect(hairlines).toBeGreaterThanOrEqual(60);
    expect(hairlines).toBeLessThanOrEqual(120);
    for (const { waves, hairlines: lines, lobes } of bands) expect((waves * lines) % lobes).toBe(0);
  });

  test('closes: each hairline goes on where its sector ends, in the next one', () => {
    for (const band of bands) {
      const curves = readCurves(sectorPath(band)).map((points) => points.filter(isAnchor));
      const starts = curves.map((anchors) => turn(anchors[0] ?? origin, (2 * Math.PI) / band.lobes));
      for (const anchors of curves) {
        const end = anchors.at(-1) ?? origin;
        expect(Math.min(...starts.map((start) => distance(start, end)))).toBeLessThan(1.5);
      }
    }
  });

  test('stays inside its picture, and is a small file', () => {
    for (const band of bands) {
      for (const point of readCurves(sectorPath(band)).flatMap((points) => [...walk(points)])) {
        expect(distance(point, origin)).toBeLessThan(999);
      }
    }
    expect(drawRosetteLines(rosette).length).toBeLessThan(60_000);
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

test('the distance to a band is near 0 on the lines that are drawn, and infinite outside of it', () => {
  for (const band of cardRosette.bands) {
    const reach = band.outer[0] + Math.abs(band.outer[1]);
    expect(distanceToBand(band, reach + 5, 0)).toBe(Number.POSITIVE_INFINITY);
    for (const points of readCurves(sectorPath(band)))
      for (const { x, y } of points.filter(isAnchor)) {
        const distance = distanceToBand(band, x, y);
        if (Number.isFinite(distance)) expect(distance).toBeLessThan(3);
      }
  }
});
