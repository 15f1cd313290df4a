import { box } from '../bodies/box.ts';
import { extrusion } from '../bodies/extrusion.ts';
import type { Body, Point } from '../scene.ts';
import { step } from '../shade.ts';

const width = 22;
const height = 60;
/** Degrees by which it stands open, away from the eye. */
const open = 58;
const leafWidth = width - 0.6;

/** The lines of so small a door are drawn one by one: by its tone they would break. */
const fluted: NonNullable<Body['etch']> = (x, _y, z) =>
  z > 1.6 && [-1.5, -0.1, 1.3].some((at) => Math.abs(x - at) < 0.2) ? -1 : 0;

/** A moulding around a panel, and two grooves in it. */
const panelled: NonNullable<Body['etch']> = (x, y, z) => {
  if (z < 0.3) return 0;
  const inside = Math.min(3.2 - Math.abs(x), 12 - Math.abs(y));
  if (inside < 0) return 0;
  if (inside < 0.45) return -1;
  return inside > 1.3 && Math.abs(Math.abs(x) - 0.8) < 0.22 ? -1 : 0;
};

/** Of the wall: how far from the middle of the door it ends on the left and on the right, and how high it is. */
const wallLeft = -23;
const wallRight = 200;
const wallTop = 130;
/** Height and length of a stone, and how wide the groove between two is. */
const course = 8;
const stone = 19;
const groove = 0.5;

/** Courses of stone: a dark groove under each, with the lit edge of the next below it, and one between two stones. */
const courses: NonNullable<Body['etch']> = (x, y) => {
  const row = Math.floor(y / course);
  const up = y - row * course;
  if (up < groove) return 0;
  const place = x - wallLeft - (row % 2 === 0 ? 0.62 : 0.31) * stone;
  // It ends as its stones do, every other one further left.
  if (x < wallLeft + (row % 2 === 0 ? 0 : 5.9)) return 0;
  const aside = Math.abs(place - Math.round(place / stone) * stone);
  if (aside < groove / 2) return 0;
  return up > course - 0.45 ? 2.2 : 1;
};

/** A door ajar with light behind it, in a wall of stone, its sill at `at`; lengths in the scene's own. */
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
    lines: Pick<Body, 'lines' | 'etch'>,
  ): Body => ({
    name,
    shape: box(...size),
    at: [x + dx, sill + dy, z + dz],
    material: { kind: 'matte', light: 0.9, glow: 0.15 },
    ...lines,
    shadow: 0,
  });
  const sides = [-1, 1] as const;
  return [
    ...sides.map((side) =>
      part('post', [4, height + 2, 4, 0.4], [side * (width / 2 + 2), height / 2 + 1, 0], {
        etch: fluted,
        lines: { field: 'along', contour: 0.8 },
      }),
    ),
    part('head', [width + 9, 4.4, 4.6, 0.4], [0, height + 3, 0], {
      lines: { field: ({ y }) => y, contour: 0.8 },
    }),
    part('cornice', [width + 14, 2.2, 7, 0.8], [0, height + 6.2, 0.6], {
      lines: { field: ({ y, z: out }) => y - out, contour: 0.8 },
    }),
    {
      name: 'light behind',
      // Wide enough for an eye on the left.
      shape: box(2 * width, 100, 0.4, 0.1),
      at: [x + width / 2, sill + 15, z - 26],
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
      material: { kind: 'matte', light: 0 },
      lines: { field: 'along', contour: 0.8 },
      shadow: 0,
    },
    ...[15.5, 43.5].flatMap((up) =>
      [0.27, 0.73].map(
        (across): Body => ({
          name: 'panel of the leaf',
          shape: box(7, 24.5, 1.2, 0.5),
          at: onLeaf(leafWidth * across, up, 0.7),
          turn: [0, -open, 0],
          material: { kind: 'matte', light: 0 },
          etch: panelled,
          lines: { field: 'along', contour: 0 },
          shadow: 0,
        }),
      ),
    ),
    {
      name: 'wall',
      isGround: true,
      shape: extrusion(
        `M${wallLeft} -90 L${wallLeft} ${wallTop} L${wallRight} ${wallTop} L${wallRight} -90 L${width / 2 + 2} -90 L${width / 2 + 2} ${height + 1} L${-width / 2 - 2} ${height + 1} L${-width / 2 - 2} -90 Z`,
        0.4,
        0.1,
      ),
      at: [x, sill, z - 0.6],
      material: { kind: 'matte', light: 0, glow: 0.36, shade: (_x, y) => 1 - 0.5 * step(10, 90, y) },
      etch: courses,
      // Three pixels apart in a window of 1280, each in the middle of one.
      lines: { field: ({ y }) => (y + 0.125) / 0.75, sparsest: 1, contour: 0 },
      shadow: 0,
    },
  ];
}
