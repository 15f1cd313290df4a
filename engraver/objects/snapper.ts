import { extrusion } from '../bodies/extrusion.ts';
import { lathe } from '../bodies/lathe.ts';
import { createOutline } from '../engine/outline.ts';
import type { Body, Point } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { measureNormal, type Shape } from '../engine/shape.ts';
import { isCitrusLine } from './citrus.ts';
import {
  fishBackFin,
  fishBody,
  fishGill,
  fishSideFin,
  fishTail,
  isBetweenRays,
  isScaleEdge,
} from './fish.ts';

/** The outlines are those of a fish 6.4 cm long; it is larger by this. */
const scale = 2.3;
const enlarge = (path: string): string =>
  path.replace(/-?\d*\.?\d+/g, (length) => String(Math.round(Number(length) * scale * 1000) / 1000));

const thick = 1.6;

/** A flat outline whose middle is thicker than its edge. */
function rounded(path: string): Shape {
  const outline = createOutline(path);
  const { minX, minY, maxX, maxY } = outline.bounds;
  const flank = 2.6;
  const distance = (x: number, y: number, z: number): number => {
    const outside = outline.distance(x, y);
    if (outside > 0) return Math.hypot(outside, z) * 0.8;
    const rest = Math.max(1 + outside / flank, 0);
    return (Math.abs(z) - thick * (1 - rest * rest)) * 0.55;
  };
  return {
    bounds: [minX, minY, -thick, maxX, maxY, thick],
    distance,
    normal: (x, y, z, out) => measureNormal(distance, x, y, z, out, 0.05),
    chart(x, y, _z, out) {
      out.along = y;
      out.around = x;
    },
    period: 0,
    edges: [],
  };
}

const scales = { rows: 4.5, length: 0.14, growth: 0.13 };

const sideFin = createOutline(fishSideFin);
/** Where the eye is: smaller and higher than that of the fish on a photograph. */
const eye = { x: -2.28, y: 0.42 };

/** Dark, bare or red at a place of its side. */
const onTrunk = (across: number, up: number): number => {
  const [x, y] = [across / scale, up / scale];
  const toEye = Math.hypot(x - eye.x, y - eye.y);
  if (toEye < 0.07) return 0;
  if (toEye < 0.115) return -1;
  if (toEye < 0.145) return 0;
  // Its belly is paler.
  const belly = 0.8 + 1.3 * step(0.2, -1, y);
  const toFin = sideFin.distance(x, y);
  if (toFin < 0) return toFin > -0.025 || isBetweenRays(x, y, [-2.2, -0.26], 4.4, 0.13) ? 0 : 1.25;
  if (toFin < 0.03 && y < -0.4) return 0;
  const fromGill = Math.hypot(x - fishGill.x, y - fishGill.y) - fishGill.r;
  if (fromGill > 0 && fromGill < 0.03 + 0.06 * step(1.2, 0.1, Math.abs(y - fishGill.y))) return 0;
  if (fromGill > 0) return isScaleEdge(x, y, 0.13, scales) ? 0 : belly;
  // The mouth, and the edge of the cheek.
  if (x < -2.66 && Math.abs(y + 0.46 - 0.3 * (x + 2.9)) < 0.026) return 0;
  if (fromGill > -0.42 && fromGill < -0.385 && y < 0.25 && y > -0.75) return 0;
  return belly;
};

/** A fin's rays, which spread from a place: dark lines between them. */
const rays =
  (fromX: number, fromY: number, degrees: number) =>
  (across: number, up: number): number =>
    isBetweenRays(across / scale, up / scale, [fromX, fromY], degrees, 0.14) ? 0 : 0.66;

/** A whole red snapper, 15 cm long, its head to the left; without a turn it stands upright. The fins below it are under it where it lies. */
export function snapper(at: Point, turn: Point): Body[] {
  const fin = (name: string, path: string, etch: NonNullable<Body['etch']>): Body => ({
    name,
    shape: extrusion(enlarge(path), 0.3, 0.1),
    at,
    turn,
    material: { kind: 'matte', light: 0.55 },
    etch,
    lines: { field: ({ y }) => y, pitch: 0.8, contour: 0.8 },
    isRed: true,
  });
  return [
    fin('fin on its back', fishBackFin, rays(-0.4, -3.2, 2.6)),
    fin('tail', fishTail, rays(1, 0.02, 4)),
    {
      name: 'snapper',
      shape: rounded(enlarge(fishBody)),
      at,
      turn,
      material: { kind: 'matte', light: 0.75, gloss: 0.9 },
      etch: (x, y, z) => (z < 0 ? 0.7 : onTrunk(x, y)),
      lines: { field: ({ y }) => y, pitch: 0.8 },
      isRed: true,
    },
  ];
}

/** Half of a lemon, 4 cm wide: without a turn its cut side is level. */
export const lemonHalf = (at: Point, turn: Point): Body => ({
  name: 'lemon',
  shape: lathe('M0 -2.9 Q.3 -2.9 .4 -2.65 C.55 -2.35 .9 -2.25 1.25 -1.9 C1.75 -1.4 2 -.7 2 0 L0 0 Z'),
  at,
  turn,
  material: { kind: 'matte', light: 1.05 },
  etch: (x, y, z) => {
    const r = Math.hypot(x, z);
    // Pores of its skin.
    if (y < -0.06) return Math.sin(9 * Math.atan2(x, z) * 2 + 3 * y) * Math.sin(7 * y) > 0.8 ? 0 : 0.95;
    return r > 1.89 || isCitrusLine(x, z, 1.89) ? 0 : 99;
  },
  lines: { field: ({ x, y, z }) => Math.hypot(x, z) + y, pitch: 0.7, contour: 0.8 },
});
