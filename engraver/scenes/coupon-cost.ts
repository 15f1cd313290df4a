import { extrusion } from '../bodies/extrusion.ts';
import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import type { Body, Camera, Point, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import type { Shape } from '../engine/shape.ts';
import { onTable } from '../objects/coupon.ts';
import { billLine, printBill } from '../objects/receipt.ts';

/** Radius of a pencil's lead, and of the pencil, cm. */
const lead = 0.14;
const radius = 0.68;
/** Length of the cut end, and of the whole. */
const cut = 2.4;
const long = 17;

/** A red pencil, its point at `at`. */
const pencil = (at: Point, turn: Point): Body[] => {
  const part = (name: string, path: string, isRed: boolean, etch?: Body['etch']): Body => ({
    name,
    shape: lathe(path),
    at,
    turn,
    material: { kind: 'matte', light: isRed ? 0.76 : 1.2 },
    lines: { field: 'along', pitch: 0.75, gap: 0.5 },
    isRed,
    ...(etch && { etch }),
  });
  return [
    part('lead', `M0 0 L.06 .04 L${lead} .62 L0 .62 Z`, true),
    part('cut end', `M0 .6 L${lead} .6 L${radius} ${cut} L0 ${cut} Z`, false),
    part(
      'pencil',
      `M0 ${cut - 0.02} L${radius} ${cut - 0.02} L${radius} ${long} L0 ${long} Z`,
      true,
      // Of six sides: the upper one in the light, those on the right dark, bare edges between.
      (x, _y, z) => {
        const side = (Math.atan2(x, z) / Math.PI) * 3 + 0.2;
        if (Math.abs(side - Math.floor(side) - 0.5) < 0.07) return Math.abs(side) < 2 ? -1 : 0;
        return side < -0.5 ? 0.95 : side < 0.5 ? 1.2 : 0.5;
      },
    ),
  ];
};

const wide = 8.8;
/** Its words are so much narrower than their face: seen from the front, the flat sheet is foreshortened. */
const narrowed = 0.83;
/** The sheet lies flat so far; then its end curls up, with this radius, cm. */
const flat = 5.2;
const curl = 1.9;
const turned = 2.75;
const thick = 0.09;
/** Its lower end, torn off along teeth: how far from its middle, and how wide and high a tooth is, cm. */
const torn = 7;
const tooth = { wide: 8.8 / 11, high: 0.6 };
/** Its section: along it, and up. */
const section = [
  `M${-torn} 0 L${flat} 0`,
  ...Array.from({ length: 40 }, (_, i) => {
    const angle = (turned * (i + 1)) / 40;
    return `L${flat + curl * Math.sin(angle)} ${curl - curl * Math.cos(angle)}`;
  }),
  ...Array.from({ length: 41 }, (_, i) => {
    const angle = (turned * (40 - i)) / 40;
    const inside = curl - thick;
    return `L${flat + inside * Math.sin(angle)} ${curl - inside * Math.cos(angle)}`;
  }),
  `L${-torn} ${thick} Z`,
].join(' ');
const words = printBill(
  'Table 7',
  ['Oysters', 'Tartare'].map((item) => billLine(item, '1')),
  billLine('You pay', 'cost'),
  { width: 9, top: 3.6 },
);

/** A sheet whose lower end is torn off along teeth. Cut by the frame instead, its white would run into the coupon's. */
const tornOff = (sheet: Shape): Shape => {
  const distance = (x: number, y: number, z: number): number => {
    const across = Math.abs(((z + wide / 2) / tooth.wide) % 1);
    const end = -torn + tooth.high * (1 - 2 * Math.abs(across - 0.5));
    // The sides of the teeth are so steep that the nearest of them is nearer than it is along the sheet.
    return Math.max(sheet.distance(x, y, z), 0.5 * (end - x));
  };
  // The torn edge has the light of the sheet: it is too thin for a tone of its own.
  return {
    ...sheet,
    distance,
    normal: (x, y, z, out) =>
      sheet.normal(x < flat ? Math.max(x, 1 - torn) : x, x < flat ? thick : y, z, out),
  };
};

const billAt: Point = [-3.9, 0, 0.4];
const yaw = 5;
const bill: Body = {
  name: 'bill',
  shape: tornOff(extrusion(section, wide, 0.01)),
  at: billAt,
  turn: [0, 90 + yaw, 0],
  material: { kind: 'matte', light: 1.24 },
  etch: (along, up, across) => (up < 0.2 && along < flat && words(across / narrowed, along) > 0.5 ? 0 : 1),
  lines: {
    field: ({ x, y }) => (x < flat ? x : flat + curl * Math.atan2(x - flat, curl - y)),
    pitch: 0.9,
  },
};

/** The table is dark between the teeth, so that they are seen: their own shadow is thinner than a line. */
const underTeeth = (table: Body): Body => {
  const turn = ((90 + yaw) * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  return {
    ...table,
    etch: (x, _y, z) => {
      const [dx, dz] = [x - billAt[0], z - billAt[2]];
      const along = dx * cos - dz * sin;
      const aside = Math.abs(dx * sin + dz * cos);
      return (
        1 -
        0.95 *
          step(-torn - 0.4, -torn - 0.1, along) *
          step(2 - torn, 1 - torn, along) *
          step(wide / 2 + 0.2, wide / 2, aside)
      );
    },
  };
};

/** A ring around the bill's last line, drawn by hand. */
const ring = Array.from({ length: 49 }, (_, i): Point => {
  const around = 2.4 + (i / 48) * 2 * Math.PI * 1.07;
  const grown = 1 + 0.05 * (i / 48);
  return [4.1 * grown * Math.cos(around), -4.75 + 1.25 * grown * Math.sin(around), 0.06];
});

/** From so far away that the bill's sides stay parallel. */
const camera: Camera = { from: [0.4, 92, 62], to: [0.4, 0, -0.3], view: 7.9 };

export const couponCost: Scene = {
  ground: 'paper',
  sizes: [
    { from: 0, width: 298, height: 183, pitch: 0.8, densities: [2], camera },
    { from: 768, width: 308, height: 190, pitch: 0.8, densities: [1], camera },
    { from: 1024, width: 546, height: 336, pitch: 0.8, densities: [1, 2], camera },
    { from: 1440, width: 760, height: 468, pitch: 0.9, densities: [1], camera },
  ],
  compose: () => {
    const composition = onTable(camera, [
      bill,
      {
        name: 'ring',
        shape: tube(ring, 0.13),
        at: billAt,
        turn: [-90, yaw, 0],
        material: { kind: 'matte', light: 0, glow: 0.62 },
        lines: { field: 'along', contour: 0 },
        isRed: true,
        shadow: 0,
      },
      ...pencil([3.5, 0.68, 5.1], [-90, -42, 0]),
    ]);
    return {
      ...composition,
      bodies: composition.bodies.map((body) => (body.isGround ? underTeeth(body) : body)),
    };
  },
};
