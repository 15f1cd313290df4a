import { candle, flameOf, glowOf } from '../objects/candle.ts';
import { card } from '../objects/card.ts';
import { linen } from '../objects/linen.ts';
import { phone } from '../objects/phone.ts';
import { billLine, printBill } from '../objects/receipt.ts';
import { spike } from '../objects/spike.ts';
import { tick } from '../objects/tick.ts';
import type { Body, Camera, Point, Scene } from '../scene.ts';
import { step } from '../shade.ts';
import { fade } from '../vignette.ts';

const candleAt: Point = [0.8, 0, -3.4];
const candleHeight = 15.4;
/** It and the phone stand behind the card, which is the largest thing here. */
const spikeAt: Point = [-12.2, 0, -6.5];
const phoneAt: Point = [12.1, 0.1, -6];
/** It leans on the candle. */
const cardAt: Point = [0.05, 4.1, 0.6];
const flame = flameOf(candleAt, candleHeight);

const camera: Camera = { from: [0, 25, 58], to: [0, 10.4, 0], view: 30.2, shift: [-0.008, 0] };
/** On a tablet the heading stands over its left side. */
const besideHeading: Camera = { ...camera, view: 30.4, shift: [-0.32, 0.04] };

/** The candle's light on the cloth, which ends around what stands on it. */
const lightOnCloth = (x: number, _y: number, z: number): number =>
  0.25 + 1.1 * step(20, 4, Math.hypot(x - candleAt[0], 0.8 * (z - 2)));

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

export const visit: Scene = {
  alt: 'By candlelight: a budget on its spike with a red tick, the card against the candle, and a phone with a post of a dish.',
  ground: 'ink',
  sizes: [
    { from: 0, width: 350, height: 350, pitch: 0.95, densities: [2], camera },
    { from: 768, width: 690, height: 430, densities: [1, 2], camera: besideHeading },
    { from: 1024, width: 590, height: 590, densities: [1, 2], camera },
    { from: 1536, width: 880, height: 880, densities: [1], camera },
  ],
  compose: (seenFrom) => ({
    vignette: fade({ left: seenFrom === besideHeading ? 0.05 : 0.16, right: 0.16, top: 0.14, bottom: 0.12 }),
    light: {
      window: [-0.6, 0.7, 0.7],
      windowLight: 0.3,
      candle: { at: flame, light: 2.4, reach: 11 },
      ambient: 0.06,
    },
    air: glowOf(flame, 0.72, 0.1),
    bodies: [
      inLight(linen([], 60)),
      ...candle(candleAt, candleHeight),
      ...spike(spikeAt, budget).map((body) =>
        body.name === 'bill' ? whitePaper(body) : { ...body, gain: 1.4 },
      ),
      tick([spikeAt[0] + 2.6, 4.98, spikeAt[2] + 3.8], [-4, 8, 0], [0, 0, 0.12], 0.78, 'ink'),
      ...phone(phoneAt, -14, 18, 'fish'),
      ...card(cardAt, [-17, 3, 0], 'ink', {
        scale: 1.47,
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
