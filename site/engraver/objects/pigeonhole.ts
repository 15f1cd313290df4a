import { box } from '../bodies/box.ts';
import { extrusion } from '../bodies/extrusion.ts';
import type { Body, Camera, Point, Size } from '../scene.ts';
import { step } from '../shade.ts';

/** Parts of a compartment, in its own widths. */
const height = 0.6;
const depth = 0.6;
const board = 0.07;
/** The place of the eye before the rack, in the same. */
const eye = { up: 0.44, away: 2.4 };

/**
 * A compartment of the rack behind a reception desk, `width` cm wide inside: its floor at y = 0, its front at
 * z = 0. Two beside each other share the board between them. It is darker further in, without lines that cross:
 * they swell instead.
 */
export function pigeonhole(width: number): Body[] {
  const [h, d, b] = [height * width, depth * width, board * width];
  const part = (name: string, size: Point, at: Point, field: Body['lines']['field'], dark = 0.6): Body => ({
    name,
    shape: box(...size, 0.012 * width),
    at,
    material: { kind: 'matte', light: 0.95, shade: (_x, _y, z) => 1 - dark * step(d / 2, -d / 2, z) },
    lines: { field, pitch: 0.9 },
  });
  const [half, thin] = [width / 2, 0.015 * width];
  const nearer = (z: number): number => (40 * width) / (eye.away * width - z);
  return [
    part('floor', [width + 2 * b, b, d], [0, -b / 2, -d / 2], ({ z }) => nearer(z), 0.35),
    part('shelf above', [width + 2 * b, b, d], [0, h + b / 2, -d / 2], ({ z }) => nearer(z)),
    ...([-1, 1] as const).map((side) =>
      part('side', [b, h, d], [side * (width / 2 + b / 2), h / 2, -d / 2], ({ y }) => y),
    ),
    {
      ...part('back', [width + b, h + b, b], [0, h / 2, -d - b / 2], ({ x }) => x),
      material: {
        kind: 'matte',
        light: 0.62,
        // Boards, with a dark joint between two.
        shade: (x) => (Math.abs(((((x / (0.2 * width)) % 1) + 1.5) % 1) - 0.5) < 0.02 ? 0.2 : 1),
      },
      lines: { field: ({ x }) => x, contour: 0, pitch: 0.9 },
    },
    {
      name: 'front of the boards',
      // One piece around the opening, so that no joint and no end of a board is seen.
      shape: extrusion(
        `M${-half - b} ${-b} L${half + b} ${-b} L${half + b} ${h + b} L${-half - b} ${h + b} Z M${-half} 0 L${half} 0 L${half} ${h} L${-half} ${h} Z`,
        thin,
        0.002 * width,
      ),
      at: [0, 0, 0],
      material: { kind: 'matte', light: 0.95 },
      // Bare paper.
      etch: () => 99,
      lines: { field: ({ y }) => y, pitch: 0.9 },
    },
  ];
}

/**
 * The sizes of a picture of one compartment. Where three stand beside each other they are seen from before
 * the middle one: `place` is -1, 0 or 1 from left to right.
 */
export function sizesOf(width: number, place: -1 | 0 | 1): Size[] {
  const frame = (height + board) * width;
  const lookFrom = (x: number): Camera => ({
    from: [x, eye.up * width, eye.away * width],
    to: [x, eye.up * width, 0],
    view: (360 / Math.PI) * Math.atan(frame / 2 / (eye.away * width)),
    shift: [-x / frame, (height / 2 - eye.up) * (width / frame)],
  });
  // Not as far aside as they stand: of each both side walls are seen.
  const camera = lookFrom(-place * 0.3 * width);
  return [
    { from: 0, width: 390, height: 244, pitch: 0.8, densities: [2], camera: lookFrom(0) },
    { from: 768, width: 394, height: 246, pitch: 0.7, densities: [1, 2], camera },
    { from: 1600, width: 590, height: 369, pitch: 0.95, densities: [1], camera },
  ];
}

/** Daylight from the left, before the rack, so low that it falls far in. */
export const daylight = { window: [-0.48, 0.26, 0.84], windowLight: 0.95, ambient: 0.2 } as const;
