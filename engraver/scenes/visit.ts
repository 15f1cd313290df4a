import { lathe } from '../bodies/lathe.ts';
import type { Body, Camera, Point, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { fade } from '../engine/vignette.ts';
import { candle, flameOf, glowOf } from '../objects/candle.ts';
import { card } from '../objects/card.ts';
import { linen } from '../objects/linen.ts';
import { phone } from '../objects/phone.ts';
import { billLine, printBill } from '../objects/receipt.ts';
import { spike } from '../objects/spike.ts';
import { tick } from '../objects/tick.ts';

const candleAt: Point = [-3.3, 0, -6];
const candleHeight = 15.4;
const spikeAt: Point = [-10.9, 0, -4];
const bottleAt: Point = [5.9, 0, -9.6];
/** It leans on the bottle, half of which stands beside it: behind it, the phone would look like its label. */
const phoneAt: Point = [9.4, 0.05, -3];
/** It leans on the phone. */
const cardAt: Point = [2.5, 3.68, 0.9];
const flame = flameOf(candleAt, candleHeight);

const camera: Camera = { from: [0, 25, 58], to: [0, 10.4, 0], view: 30.2, shift: [-0.008, 0] };
/** On a tablet the heading stands over its left side. */
const besideHeading: Camera = { ...camera, view: 30.4, shift: [-0.32, 0.04] };

/** Feet of what leans on the cloth: the middle of each, how far it turns, degrees, and half its width and its shadow's depth, cm. */
const feet = [
  { x: phoneAt[0], z: phoneAt[2] + 0.3, yaw: -10, half: 3.2, deep: 4.6 },
  { x: cardAt[0], z: cardAt[2] + 1.35, yaw: -6, half: 5.7, deep: 3.4 },
] as const;

/**
 * Share of the light that the phone and the card keep from a place of the cloth before them. It is drawn, because one small
 * light makes no dark place at the foot of a thing, and without one the thing does not seem to stand.
 */
const shadowAt = (x: number, z: number): number => {
  let share = 0;
  for (const foot of feet) {
    const [sin, cos] = [Math.sin((foot.yaw * Math.PI) / 180), Math.cos((foot.yaw * Math.PI) / 180)];
    const [dx, dz] = [x - foot.x, z - foot.z];
    const before = dx * sin + dz * cos;
    // The light comes from the left.
    const along = dx * cos - dz * sin - 0.35 * Math.max(before, 0);
    const past = Math.max(Math.abs(along) - foot.half, 0);
    share = Math.max(
      share,
      step(foot.deep, 0.3 * foot.deep, before) * step(-0.9, -0.2, before) * step(0.9, 0, past),
    );
  }
  return share;
};

/** The candle's light on the cloth, which ends around what stands on it. */
const lightOnCloth = (x: number, _y: number, z: number): number =>
  (0.3 + 1.25 * step(22, 5, Math.hypot(x - 2, 0.85 * (z - 2)))) * (1 - 0.94 * shadowAt(x, z));

const inLight = (cloth: Body): Body =>
  cloth.material.kind === 'matte'
    ? { ...cloth, material: { ...cloth.material, shade: lightOnCloth } }
    : cloth;

const budget = printBill(
  'Budget',
  ['Oysters', 'Tartare', 'Snapper'].map((dish) => billLine(dish, '6')),
  'PRODUCT VALUE',
  { width: 6.7, top: 14.4 },
);

/** Bare but for what is printed on it. */
const whitePaper = (sheet: Body): Body => ({
  ...sheet,
  etch: (x, y, z) => ((sheet.etch?.(x, y, z) ?? 1) > 0.5 ? -1 : 0),
});

/** Whole but for what is drawn on it: the candle stands behind it, so that lines by its light would leave it a dim red. */
const solidRed = (sheet: Body): Body => ({
  ...sheet,
  material: { kind: 'matte', light: 0, glow: 0.95 },
  etch: (x, y, z) => {
    const etched = sheet.etch?.(x, y, z) ?? 1;
    // More than whole, because a line that is as wide as the distance to the next leaves gaps where that is rounded.
    return etched > 0 ? 1.4 : etched;
  },
});

/** A half bottle, 25 cm high, dark but for the light along its side. */
const halfBottle: Body[] = [
  {
    name: 'bottle',
    shape: lathe(
      'M0 0 L3.2 0 Q3.5 0 3.5 .4 L3.5 14.2 C3.5 18 1.3 18.4 1.25 21 L1.2 24 L1.45 24 L1.45 24.9 L0 24.9 Z',
    ),
    at: bottleAt,
    material: { kind: 'matte', light: 0, glow: 0.5 },
    // Glass in the dark: what it shows is the candle, on its left, and a little of the cloth's light on its right.
    etch: (x, y, z) => {
      const around = Math.atan2(x, z);
      const beside = Math.abs(around + 0.72);
      return (
        0.24 +
        1.7 * step(0.34, 0.1, beside) * (y > 23.8 ? 0.5 : 1) +
        0.55 * step(0.75, 1.15, around) * step(1.6, 1.3, around)
      );
    },
    lines: { field: 'along', pitch: 0.85 },
  },
];

export const visit: Scene = {
  ground: 'ink',
  sizes: [
    { from: 0, width: 350, height: 350, pitch: 0.95, densities: [2], camera },
    { from: 768, width: 690, height: 430, densities: [1, 2], camera: besideHeading },
    { from: 1024, width: 590, height: 590, densities: [1, 2], camera },
    { from: 1536, width: 880, height: 880, densities: [1], camera },
  ],
  compose: (seenFrom) => ({
    vignette: fade({ left: seenFrom === besideHeading ? 0.05 : 0.16, right: 0.16, bottom: 0.12 }),
    light: {
      window: [-0.6, 0.7, 0.7],
      windowLight: 0.3,
      candle: { at: flame, light: 2.4, reach: 11 },
      ambient: 0.06,
    },
    air: glowOf(flame, 0.72, 0.092),
    bodies: [
      inLight(linen([], 60)),
      ...candle(candleAt, candleHeight),
      ...spike(spikeAt, budget).map((body) =>
        body.name === 'bill' ? whitePaper(body) : { ...body, gain: 1.4 },
      ),
      tick([spikeAt[0] + 2.6, 4.98, spikeAt[2] + 3.8], [-4, 8, 0], [0, 0, 0.12], 0.78, 'ink'),
      ...halfBottle,
      ...phone(phoneAt, -10, 14, 'fish'),
      ...card(cardAt, [-20, -6, 0], 'ink', {
        scale: 1.36,
        hairlines: 21,
        wide: 0.022,
        small: 0.42,
        handle: 0.66,
        rule: 0.022,
        chipLine: 0.03,
      }).map(solidRed),
    ],
  }),
};
