import { box } from '../bodies/box.ts';
import { extrusion } from '../bodies/extrusion.ts';
import type { Body, Point } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';

const width = 25;
const height = 60;
/** Degrees by which it stands open, away from the eye. */
const open = 62;
const leafWidth = width - 0.6;
/** Of the frame's posts, and of the window over the door. */
const post = 4.4;
const transom = 3;
const fan = width / 2;

/** The upper half of a circle, from its middle. */
const halfCircle = (radius: number): string => {
  const bend = 0.5523 * radius;
  return `M${-radius} 0 C${-radius} ${bend} ${-bend} ${radius} 0 ${radius} C${bend} ${radius} ${radius} ${bend} ${radius} 0 Z`;
};

/**
 * The lines of so small a door are drawn one by one: by its tone they would break. A post is lit from the doorway, on
 * its left where `side` is 1: bright there, with finer and finer lines to its dark other side.
 */
const fluted =
  (side: number): NonNullable<Body['etch']> =>
  (x, _y, z) => {
    const out = side * x;
    if (z <= 1.6) return 0;
    if (out < -0.9) return -1;
    return Math.abs(out + 0.2) < 0.24 || Math.abs(out - 0.75) < 0.14 ? -1 : 0;
  };

/** Of a panel: a moulding around it, lit below and on the side of the hinges. */
const panelled: NonNullable<Body['etch']> = (x, y, z) => {
  if (z < 0.3) return 0;
  const sideways = 3.6 - Math.abs(x);
  const upright = 12 - Math.abs(y);
  const inside = Math.min(sideways, upright);
  if (inside < 0) return 0;
  const isLit = sideways < upright ? x > 0 : y < 0;
  if (inside < (isLit ? 0.8 : 0.35)) return -1;
  return inside < 1.3 ? 0 : 1;
};

/** Bright panes between bars that spread from its middle. */
const panes: NonNullable<Body['etch']> = (x, y) => {
  const away = Math.hypot(x, y);
  if (away < 2.6) return away < 1.9 ? 0 : -1;
  if (away < 3.3 || Math.abs(away - 7.9) < 0.3) return 0;
  const sector = Math.PI / 6;
  const turn = Math.atan2(y, x) / sector;
  return away * Math.abs(Math.sin((turn - Math.round(turn)) * sector)) < 0.34 ? 0 : -1;
};

/** Rings around the window over the door. */
const moulded: NonNullable<Body['etch']> = (x, y, z) => {
  if (z < 0) return 0;
  const out = Math.hypot(x, y) - fan;
  return [0.7, 2.1, 3.5].some((at) => Math.abs(out - at) < 0.24) ? -1 : 0;
};

/** Of the wall: how far from the middle of the door it is drawn, and how high. */
const wallReach = 200;
const wallTop = 160;
/** Height and length of a stone, and how wide the groove between two is. */
const course = 8;
const stone = 19;
const groove = 0.5;

/**
 * Light on the wall: it ends on the left, further off above the last words, and above, each line finer and
 * finer, and a little later or earlier than its neighbours.
 */
const onWall = (x: number, y: number): number => {
  const ragged = 7 * Math.sin(y * 7.3) + 5 * Math.sin(y * 2.9 + 1);
  const wide = 5 + 67 * step(66, 118, y);
  const left = step(-19 - wide, -17 + 0.15 * wide, x + (ragged * wide) / 60);
  return left * step(146, 70, y + 0.03 * x);
};

/** Courses of stone: a dark groove under each, with the lit edge of the next below it, and one between two stones. */
const courses: NonNullable<Body['etch']> = (x, y) => {
  const row = Math.floor(y / course);
  const up = y - row * course;
  if (up < groove) return 0;
  const place = x - (row % 2 === 0 ? 0.25 : 0.75) * stone;
  const aside = Math.abs(place - Math.round(place / stone) * stone);
  if (aside < groove / 2) return 0;
  return up > course - 0.45 ? 1 + 0.8 * onWall(x, y) : 1;
};

/** Light on the leaf: brightest where the doorway is open. */
const onLeafFace = (x: number): number => 0.45 + 0.55 * step(leafWidth / 2, -leafWidth / 2, x);

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
    shape: Body['shape'],
    [dx, dy, dz]: Point,
    lines: Pick<Body, 'lines' | 'etch'>,
  ): Body => ({
    name,
    shape,
    at: [x + dx, sill + dy, z + dz],
    material: { kind: 'matte', light: 0.9, glow: 0.15 },
    ...lines,
    shadow: 0,
  });
  const sides = [-1, 1] as const;
  const upright: Body['lines'] = { field: 'along', contour: 0.8 };
  return [
    ...sides.flatMap((side) => [
      part('post', box(post, height, 4, 0.4), [side * (width / 2 + post / 2), height / 2, 0], {
        etch: fluted(side),
        lines: upright,
      }),
      part('foot of the post', box(post + 1, 4.4, 5, 0.3), [side * (width / 2 + post / 2), 2.2, 0], {
        etch: (_x, y, out) => (out > 2 && [-1.3, 0.1, 1.5].some((at) => Math.abs(y - at) < 0.22) ? -1 : 0),
        lines: upright,
      }),
    ]),
    part(
      'transom',
      box(width + 2 * post + 2, transom, 5, 0.4),
      [0, height + transom / 2, 0],
      // Bright above, and one line along it.
      { etch: (_x, y, out) => (out < 2 || y > 0.3 || Math.abs(y + 0.6) < 0.2 ? -1 : 0), lines: upright },
    ),
    part('window over the door', extrusion(halfCircle(fan), 0.6, 0.1), [0, height + transom, 0], {
      etch: panes,
      lines: { field: 'along', contour: 0 },
    }),
    part(
      'arch',
      extrusion(`${halfCircle(fan + post)} ${halfCircle(fan - 0.1)}`, 3, 0.3),
      [0, height + transom, 0],
      { etch: moulded, lines: upright },
    ),
    part(
      'keystone',
      extrusion('M-1.9 -0.4 L1.9 -0.4 L2.9 6.4 L-2.9 6.4 Z', 4.4, 0.3),
      [0, height + transom + fan, 0],
      {
        etch: (across, y, out) => (out < 1.6 || Math.abs(across) < 0.8 + 0.12 * y ? 0 : -1),
        lines: upright,
      },
    ),
    // White as the light behind it, over one dark line.
    part('sill', box(width + 0.4, 1.2, 2.4, 0.1), [0, 0.6, 1.2], {
      etch: (_x, y) => (y > 0.5 ? -1 : 0),
      lines: { field: 'along', contour: 0 },
    }),
    {
      name: 'light behind',
      shape: box(3 * width, 2 * height, 0.4, 0.1),
      at: [x, sill, z - 27],
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
      material: { kind: 'matte', light: 0, glow: 0.6, shade: onLeafFace },
      etch: (_x, _y, z) => (z > 0.5 ? 1 : -1),
      lines: { field: ({ y }) => y / 0.75, sparsest: 1, contour: 0.8 },
      shadow: 0,
    },
    ...[15.5, 43.5].flatMap((up) =>
      [0.27, 0.73].map(
        (across): Body => ({
          name: 'panel of the leaf',
          shape: box(8, 24.5, 1.2, 0.5),
          at: onLeaf(leafWidth * across, up, 0.7),
          turn: [0, -open, 0],
          material: { kind: 'matte', light: 0, glow: 0.42 },
          etch: panelled,
          lines: { field: ({ y }) => y / 0.75, sparsest: 1, contour: 0 },
          shadow: 0,
        }),
      ),
    ),
    {
      name: 'wall',
      isGround: true,
      shape: extrusion(
        `M${-wallReach} -90 L${-wallReach} ${wallTop} L${wallReach} ${wallTop} L${wallReach} -90 L${width / 2 + 2} -90 L${width / 2 + 2} ${height + 1} L${-width / 2 - 2} ${height + 1} L${-width / 2 - 2} -90 Z`,
        0.4,
        0.1,
      ),
      at: [x, sill, z - 0.6],
      material: { kind: 'matte', light: 0, glow: 0.42, shade: onWall },
      etch: courses,
      // Three pixels apart in a window of 1280, each in the middle of one.
      lines: { field: ({ y }) => (y + 0.125) / 0.75, sparsest: 1, contour: 0 },
      shadow: 0,
    },
  ];
}
