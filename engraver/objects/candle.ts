import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import type { Body, Composition, Point } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { measureNormal, type Shape } from '../engine/shape.ts';

/** What has run down its side: angle around it, length and radius of the drop at its end, cm. */
const runs = [
  [0.5, 3.4, 0.26],
  [-0.5, 1.6, 0.22],
] as const;
const longestRun = 3.4;

/** Radius of a run at a share of its length: it leaves the rim wide, is thin, and ends in its drop. */
const runRadius = (share: number, drop: number): number =>
  0.09 + 0.1 * (1 - share) ** 3 + (drop - 0.09) * step(0.62, 1, share);

/** What has run down a column of wax, `height` cm high: a body of its own, so that its outline is drawn. */
function runsOfWax(height: number): Shape {
  const distance = (x: number, y: number, z: number): number => {
    let nearest = Number.POSITIVE_INFINITY;
    for (const [turn, length, drop] of runs) {
      const down = Math.min(Math.max(height - 0.1 - y, 0), length);
      const dx = x - Math.sin(turn);
      const dy = y - (height - 0.1 - down);
      const dz = z - Math.cos(turn);
      const run = Math.sqrt(dx * dx + dy * dy + dz * dz) - runRadius(down / length, drop);
      nearest = Math.min(nearest, run);
    }
    return nearest * 0.8;
  };
  return {
    bounds: [-1.35, height - longestRun - 0.5, -1.35, 1.35, height + 0.2, 1.35],
    distance,
    normal: (x, y, z, out) => measureNormal(distance, x, y, z, out, 0.01),
    chart: (x, y, _z, out) => {
      out.along = y;
      out.around = x;
    },
    period: 0,
    edges: [],
  };
}

/** A burning candle, `height` cm of wax, with what has run down its side. */
export function candle([x, y, z]: Point, height: number): Body[] {
  const wax: Body['material'] = {
    kind: 'matte',
    light: 0.75,
    glow: 0.16,
    // Wax lets the flame's light through, most below the rim; lower down the side that faces the room is the lighter one.
    shade: (across, up) =>
      (0.3 + 0.7 * step(0.85, -0.95, across)) * (0.95 + 2.2 * Math.exp(-(height - up) / 3)),
  };
  return [
    {
      name: 'candle',
      shape: lathe(
        `M0 0 L1 0 L1 ${height - 0.3} C1 ${height + 0.1} .85 ${height + 0.1} .65 ${height - 0.1} C.4 ${height - 0.3} .2 ${height - 0.3} 0 ${height - 0.3} Z`,
      ),
      at: [x, y, z],
      material: wax,
      lines: { field: 'along', cross: 'around', crossFrom: 0.7 },
    },
    {
      name: 'runs of wax',
      shape: runsOfWax(height),
      at: [x, y, z],
      material: { ...wax, gloss: 0.4 },
      lines: { field: 'along', contour: 0.7 },
      shadow: 0,
    },
    {
      name: 'wick',
      shape: tube(
        [
          [0, height - 0.3, 0],
          [0.03, height + 0.35, 0],
        ],
        0.07,
      ),
      at: [x, y, z],
      material: { kind: 'matte', light: 0.05 },
      lines: { field: 'along', contour: 0 },
      shadow: 0,
    },
    {
      name: 'flame',
      shape: lathe(
        `M0 ${height + 0.2} C.36 ${height + 0.2} .56 ${height + 0.75} .52 ${height + 1.4} C.46 ${height + 2.4} .14 ${height + 3.3} 0 ${height + 4.2} Z`,
      ),
      at: [x, y, z],
      material: { kind: 'flame' },
      lines: { field: 'around', contour: 0 },
      // Bare but for the dark cone around the wick.
      etch: (across, up) => ((across / 0.2) ** 2 + ((up - height - 0.75) / 0.6) ** 2 < 1 ? 0 : -1),
      shadow: 0,
    },
  ];
}

/** Where the light of such a candle is. */
export const flameOf = ([x, y, z]: Point, height: number): Point => [x, y + height + 1.5, z];

/** The glow of the air around a candle's flame, in circles. */
export const glowOf = (flame: Point, strength = 0.72, reach = 0.12): NonNullable<Composition['air']> => ({
  around: flame,
  tone: (distance) => strength / (1 + (distance / reach) ** 2) - 0.055,
});
