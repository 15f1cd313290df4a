import { box } from '../bodies/box.ts';
import type { Body, Point } from '../scene.ts';

const width = 22;
const height = 60;
/** Degrees by which it stands open, away from the eye. */
const open = 58;
const leafWidth = width - 0.6;

/** A door ajar with light behind it, in a wall that is not drawn, its sill at `at`; lengths in the scene's own. */
export function litDoorway([x, sill, z]: Point): Body[] {
  const angle = (open * Math.PI) / 180;
  /** On the leaf, from its hinges, which are on the right. */
  const onLeaf = (across: number, up: number, out: number): Point => [
    x + width / 2 - across * Math.cos(angle) - out * Math.sin(angle),
    sill + up,
    z - 1 - across * Math.sin(angle) + out * Math.cos(angle),
  ];
  /** A part of the frame, so far from the middle of the sill. */
  const part = (
    name: string,
    size: Parameters<typeof box>,
    [dx, dy, dz]: Point,
    field: Body['lines']['field'],
  ): Body => ({
    name,
    shape: box(...size),
    at: [x + dx, sill + dy, z + dz],
    material: { kind: 'matte', light: 0.9, glow: 0.15 },
    lines: { field, contour: 0.8 },
    shadow: 0,
  });
  /** Of the ground's colour, it hides what is behind it. */
  const wall = (wide: number, high: number, dx: number, dy: number): Body => ({
    name: 'wall',
    isGround: true,
    shape: box(wide, high, 0.4, 0.1),
    at: [x + dx, sill + dy, z - 0.6],
    material: { kind: 'matte', light: 0 },
    lines: { field: 'along', contour: 0 },
    shadow: 0,
  });
  const sides = [-1, 1] as const;
  return [
    ...sides.map((side) =>
      part(
        'post',
        [4, height + 2, 4, 0.4],
        [side * (width / 2 + 2), height / 2 + 1, 0],
        ({ x: across, z: out }) => across - out,
      ),
    ),
    part('head', [width + 9, 4.4, 4.6, 0.4], [0, height + 3, 0], ({ y }) => y),
    part('cornice', [width + 14, 2.2, 7, 0.8], [0, height + 6.2, 0.6], ({ y, z: out }) => y - out),
    {
      name: 'light behind',
      shape: box(140, 140, 0.4, 0.1),
      at: [x, sill + 40, z - 60],
      material: { kind: 'matte', light: 0, glow: 1 },
      etch: () => -1,
      lines: { field: ({ x: across }) => across, contour: 0 },
      shadow: 0,
    },
    {
      name: 'leaf',
      shape: box(leafWidth, height, 1.4, 0.2),
      at: onLeaf(leafWidth / 2, height / 2, 0),
      turn: [0, -open, 0],
      material: { kind: 'matte', light: 0.16, glow: 0.14 },
      lines: { field: ({ y }) => y, contour: 0.8 },
      shadow: 0,
    },
    ...[15.5, 43.5].flatMap((up) =>
      [0.27, 0.73].map(
        (across): Body => ({
          name: 'panel of the leaf',
          shape: box(7, 24.5, 1.2, 0.5),
          at: onLeaf(leafWidth * across, up, 0.7),
          turn: [0, -open, 0],
          material: { kind: 'matte', light: 0.3, glow: 0.26 },
          lines: { field: ({ x: right }) => right, contour: 0.8 },
          shadow: 0,
        }),
      ),
    ),
    ...sides.map((side) => wall(300, 260, side * (150 + width / 2 + 2), -10)),
    wall(width + 8, 100, 0, height + 50),
  ];
}
