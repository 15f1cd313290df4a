import { box } from '../bodies/box.ts';
import { extrusion } from '../bodies/extrusion.ts';
import type { Body, Camera, Field, Point, Size } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';

/** Parts of a compartment, in its own widths, and the place of the eye before the rack. */
interface Proportions {
  height: number;
  depth: number;
  board: number;
  eye: { up: number; away: number };
}
const low: Proportions = { height: 0.6, depth: 0.5, board: 0.07, eye: { up: 0.44, away: 2.4 } };
/** On phones it stands beside the words, which are about as high. */
const upright: Proportions = { height: 1.34, depth: 0.4, board: 0.13, eye: { up: 0.72, away: 3 } };
/** Boards of the back, and the joint between two, in the same. */
const boards = { wide: 1 / 6, joint: 0.0042 };
/** No two boards beside each other are alike. */
const boardTones = [1, 0.94, 1.02, 0.96, 1.04, 0.98, 1];

/** How far the shadow of the left side moves to the right, and that of the shelf above down, for each width further in. */
const falls = { right: 0.4, down: 0.34 };
/** Share of the light that is left in those shadows. */
const shaded = 0.46;
/** That share at a place so far right of the left side and below the shelf above, and so far behind the front, in widths. */
const inLight = (right: number, down: number, deep: number): number => {
  const soft = 0.006 + 0.03 * deep;
  const lit = Math.min(
    step(-soft, soft, right - falls.right * deep),
    step(-soft, soft, down - falls.down * deep),
  );
  return shaded + (1 - shaded) * lit;
};

/** Where the lower edge of what leans in a compartment stands: between these places across, so far behind the front where x is 0, and further by `slope` for each cm to the right. */
interface LeaningEdge {
  from: number;
  to: number;
  deep: number;
  slope: number;
}

/** The floor is dark under that edge. */
const underEdge =
  ({ from, to, deep, slope }: LeaningEdge, width: number, depth: number) =>
  (x: number, z: number): number => {
    const away = Math.abs(depth * width * 0.5 - z - deep - slope * x);
    const past = Math.max(from - x, x - to, 0);
    return 1 - 0.9 * step(0.035 * width, 0.008 * width, Math.hypot(away / 3, past));
  };

/**
 * A compartment of the rack behind a reception desk, `width` cm wide inside: its floor at y = 0, its front at
 * z = 0. Two beside each other share the board between them. It is lit from the left, and darker further in. In
 * files of one pixel to a CSS pixel the level and the upright lines stand whole pixels apart, so that all of them
 * are equally sharp.
 */
export function pigeonhole(width: number, camera: Camera, edge?: LeaningEdge): Body[] {
  const { wide, tall, lines, proportions } = fileOf(camera);
  const { height, depth, board, eye } = proportions;
  const [h, d, b] = [height * width, depth * width, board * width];
  const perWidth = tall / (height + board);
  /** How much smaller what is so far behind the front is seen. */
  const shrunk = (deep: number): number => eye.away / (eye.away + deep);
  const above = perWidth * (height + board / 2 - eye.up);
  /** Which line of the picture a place on a level board lies on. */
  const row =
    (y: number): Field =>
    ({ z }) =>
      // The board's own coordinates begin in the middle of its depth.
      (above + perWidth * (eye.up - y) * shrunk(depth / 2 - z / width)) / lines - 0.5;
  /** And which one a place on the back lies on. */
  const column: Field = ({ x }) => {
    const across = perWidth * ((x - camera.from[0]) / width) * shrunk(depth);
    return (across - tall * (camera.shift?.[0] ?? 0) + wide / 2) / lines - 0.5;
  };
  // At the front a little further apart than at the back, with none that begins between two.
  const plank: Field = ({ y }) => (perWidth * y) / (1.2 * lines * width);
  /** A board whose light at a place is `shade` of that place, in widths from its middle, and of the share of the depth. */
  const part = (
    name: string,
    size: Point,
    at: Point,
    field: Field,
    shade: (x: number, y: number, share: number) => number,
  ): Body => ({
    name,
    shape: box(...size, 0.004 * width),
    at,
    material: {
      kind: 'matte',
      light: 1,
      shade: (x, y, z) => shade(x / width, y / width, 0.5 - z / d),
    },
    lines: { field },
    shadow: 0,
  });
  const [half, thin] = [width / 2, 0.015 * width];
  return [
    {
      ...part(
        'floor',
        [width + 2 * b, b, d],
        [0, -b / 2, -d / 2],
        row(0),
        (x, _y, share) => (1.1 - 0.15 * share) * inLight(x + 0.5, height, depth * share),
      ),
      ...(edge && { etch: (x, _y, z) => underEdge(edge, width, depth)(x, z) }),
    },
    part(
      'shelf above',
      [width + 2 * b, b, d],
      [0, h + b / 2, -d / 2],
      row(height),
      (_x, _y, share) => 1.3 - 0.6 * share,
    ),
    part('left side', [b, h, d], [-(width + b) / 2, h / 2, -d / 2], plank, (_x, _y, share) => 2.2 - share),
    part(
      'right side',
      [b, h, d],
      [(width + b) / 2, h / 2, -d / 2],
      plank,
      (_x, y, share) => (1.05 - 0.2 * share) * inLight(1, height / 2 - y, depth * share),
    ),
    {
      name: 'back',
      shape: box(width + b, h + b, b, 0.004 * width),
      at: [0, h / 2, -d - b / 2],
      material: {
        kind: 'matte',
        light: 1.02,
        shade: (x, y) =>
          (boardTones[Math.floor(x / width / boards.wide) + 3] ?? 1) *
          inLight(x / width + 0.5, height / 2 - y / width, depth),
      },
      // A dark joint between two boards, whose right edge takes the light.
      etch: (x, y) => {
        if (Math.abs(y) > (height / 2 - 0.006) * width) return 1;
        const off = x / width - boards.wide * Math.round(x / width / boards.wide);
        if (Math.abs(off) < boards.joint / 2) return 0;
        return off > 0 && off < boards.joint ? 99 : 1;
      },
      lines: { field: column, contour: 0 },
      shadow: 0,
    },
    {
      name: 'front of the boards',
      // One piece around the opening, so that no joint and no end of a board is seen.
      shape: extrusion(
        `M${-half - b} ${-b} L${half + b} ${-b} L${half + b} ${h + b} L${-half - b} ${h + b} Z M${-half} 0 L${half} 0 L${half} ${h} L${-half} ${h} Z`,
        thin,
        0.002 * width,
      ),
      at: [0, 0, thin / 2],
      material: { kind: 'matte', light: 0.95 },
      // Bare paper.
      etch: () => 99,
      lines: { field: ({ y }) => y, contour: 1.2 },
      shadow: 0,
    },
  ];
}

/** A phone's picture, and how far apart its lines are, CSS px: closer ones are a flat grey at its size. */
const phone = { wide: 150, tall: 195, apart: 3 };

/** The pixels of a size's file, and between its lines. */
interface FileOfSize {
  wide: number;
  tall: number;
  lines: number;
  proportions: Proportions;
}

const files = new WeakMap<Camera, FileOfSize>();

const fileOf = (camera: Camera): FileOfSize => {
  const file = files.get(camera);
  if (!file) throw new Error('A compartment is drawn for the cameras of its own sizes.');
  return file;
};

/** True of a phone's size, whose compartment is upright: what is in it may stand elsewhere. */
export const isUpright = (camera: Camera): boolean => fileOf(camera).proportions === upright;

/**
 * The sizes of a picture of one compartment, so many cm wide. Where three stand beside each other they are seen from
 * before the middle one: `place` is -1, 0 or 1 from left to right. On phones they stand one above the other, beside the
 * words, and each is seen from before its own middle.
 */
export function sizesOf(width: number, place: -1 | 0 | 1, widthOnPhone: number): Size[] {
  const lookFrom = (
    x: number,
    index: number,
    width: number,
    { height, board, eye }: Proportions,
  ): Camera => ({
    from: [x, eye.up * width, eye.away * width],
    // Each at a point of its own, so that no size is cut from another, whose lines lie on other pixels.
    to: [x, eye.up * width, -index],
    view: (360 / Math.PI) * Math.atan((height + board) / 2 / eye.away),
    shift: [-x / ((height + board) * width), (height / 2 - eye.up) / (height + board)],
  });
  // Not as far aside as they stand: of each both side walls are seen.
  const aside = -place * 0.3 * width;
  // The middle one of three columns has a pixel less where their width is not a whole number.
  const column = (wide: number): number => (place === 0 ? wide - 1 : wide);
  const sizes: [from: number, wide: number, pitch: number, densities: (1 | 2)[]][] = [
    [0, phone.wide, phone.apart, [2]],
    [768, column(230), 3, [1, 2]],
    [960, column(382), 3, [1, 2]],
    [1440, column(431), 3, [1]],
    [1720, column(544), 4, [1]],
  ];
  return sizes.map(([from, wide, apart, densities], index) => {
    const proportions = index === 0 ? upright : low;
    const tall = index === 0 ? phone.tall : Math.round(wide * 0.627);
    const camera =
      index === 0 ? lookFrom(0, index, widthOnPhone, upright) : lookFrom(aside, index, width, low);
    const density = densities[0] ?? 1;
    files.set(camera, { wide: wide * density, tall: tall * density, lines: apart * density, proportions });
    return { from, width: wide, height: tall, camera, densities, pitch: apart / (density === 2 ? 2.4 : 3) };
  });
}

/** Daylight from the left, before the rack. */
export const daylight = { window: [-0.6, 0.5, 0.63], windowLight: 0.95, ambient: 0.2 } as const;
