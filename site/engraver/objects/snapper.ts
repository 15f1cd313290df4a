import { extrusion } from '../bodies/extrusion.ts';
import { lathe } from '../bodies/lathe.ts';
import { createOutline } from '../outline.ts';
import type { Body, Point } from '../scene.ts';
import { step } from '../shade.ts';
import { measureNormal, type Shape } from '../shape.ts';
import {
  fishBackFin,
  fishBody,
  fishEye,
  fishGill,
  fishLowerFins,
  fishSideFin,
  fishTail,
  isBetweenRays,
  isScaleEdge,
} from './fish.ts';

/** The outlines are those of a fish 6.4 cm long; it is larger by this. */
const scale = 2.3;
const enlarge = (path: string): string =>
  path.replace(/-?\d*\.?\d+/g, (length) => String(Math.round(Number(length) * scale * 1000) / 1000));

const thick = 1.9;

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

const scales = { rows: 3, length: 0.24, growth: 0.18 };

/** Dark, bare or red at a place of its side. */
const onTrunk = (across: number, up: number): number => {
  const [x, y] = [across / scale, up / scale];
  const toEye = Math.hypot(x - fishEye.x, y - fishEye.y);
  if (toEye < 0.11) return 0;
  if (toEye < 0.2) return -1;
  if (toEye < 0.25) return 0;
  const fromGill = Math.hypot(x - fishGill.x, y - fishGill.y) - fishGill.r;
  if (fromGill > 0 && fromGill < 0.05 + 0.14 * step(1.1, 0.1, Math.abs(y - fishGill.y))) return 0;
  // Its belly is paler.
  const belly = 0.85 + 1.1 * step(0.1, -0.9, y);
  if (fromGill > 0) return isScaleEdge(x, y, 0.2, scales) ? 0 : belly;
  if (x < -2.55 && Math.abs(y + 0.5 - 0.12 * (x + 3)) < 0.05) return 0;
  if (fromGill > -0.44 && fromGill < -0.36 && Math.abs(y) < 0.8) return 0;
  return belly;
};

/** A fin's rays, which spread from a place: dark lines between them. */
const rays =
  (fromX: number, fromY: number, degrees: number) =>
  (across: number, up: number): number =>
    isBetweenRays(across / scale, up / scale, [fromX, fromY], degrees, 0.16) ? 0 : 0.8;

/** A whole red snapper, 15 cm long, its head to the left; without a turn it stands upright. */
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
    fin('fin on its back', fishBackFin, rays(-0.4, -3.2, 3.4)),
    ...fishLowerFins.map((path, index) => fin('fin below', path, rays(index === 0 ? 0.4 : -1.5, 0, 9))),
    fin('tail', fishTail, rays(1, 0.02, 5)),
    {
      name: 'snapper',
      shape: rounded(enlarge(fishBody)),
      at,
      turn,
      material: { kind: 'matte', light: 0.75, gloss: 0.9 },
      etch: (x, y, z) => (z < 0 ? 0.7 : onTrunk(x, y)),
      lines: { field: ({ y, z }) => y - z, pitch: 0.8 },
      isRed: true,
    },
    {
      ...fin('fin on its side', fishSideFin, rays(-2.2, -0.26, 4)),
      shape: extrusion(enlarge(fishSideFin), thick * 2 + 0.25, 0.1),
      shadow: 0,
    },
  ];
}

/** Half of a lemon, 3.5 cm wide: without a turn its cut side is level. */
export const lemonHalf = (at: Point, turn: Point): Body => ({
  name: 'lemon',
  shape: lathe('M0 -1.5 Q.4 -1.5 .5 -1.3 C1.3 -1.1 1.75 -.6 1.75 0 L0 0 Z'),
  at,
  turn,
  material: { kind: 'matte', light: 1.05 },
  etch: (x, y, z) => {
    if (y < -0.06) return 0.8;
    const r = Math.hypot(x, z);
    if (r > 1.62) return 0;
    if (r > 1.4 || r < 0.16) return 99;
    const part = (Math.atan2(x, z) / (2 * Math.PI)) * 9;
    const off = Math.abs(part - Math.round(part)) * ((2 * Math.PI) / 9) * r;
    return off < 0.1 ? 99 : 0.75;
  },
  lines: { field: ({ x, y, z }) => Math.hypot(x, z) + y, pitch: 0.7 },
});

/** A low mound, 13 cm wide, that it lies on. */
export const mound = (at: Point): Body => ({
  name: 'mound',
  shape: lathe('M0 0 L6.6 0 C6.2 1 4.6 2 2.4 2.4 Q1 2.6 0 2.6 Z'),
  at,
  material: { kind: 'matte', light: 0.95 },
  etch: (x, y, z) => {
    // Grains.
    const grain = Math.sin(x * 7 + 2 * Math.sin(z * 5 + y * 3)) * Math.sin(y * 9 + z * 6 + Math.sin(x * 4));
    return grain > 0.55 ? 0 : grain > 0.2 ? 0.7 : 1.2;
  },
  lines: { field: 'along', pitch: 0.8 },
});
