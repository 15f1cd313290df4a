import { cloth } from '../bodies/cloth.ts';
import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import type { Body, Camera, Fade, Scene, Size } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';

/** A fold: where its front is at the middle of the height, how wide and deep it is, how far down it begins, and how it leans. */
interface Fold {
  x: number;
  wide: number;
  deep: number;
  begins?: number;
  leans?: number;
}

/** From the left. Broad and narrow ones, and some that begin between two others. */
const folds: readonly Fold[] = [
  { x: -21.5, wide: 6, deep: 2.6, leans: -0.05 },
  { x: -15, wide: 4.6, deep: 5, leans: -0.02 },
  { x: -10.4, wide: 1.9, deep: 3.4, begins: -6, leans: -0.06 },
  { x: -5.2, wide: 3.6, deep: 4.4, leans: 0.06 },
  { x: -0.4, wide: 2.2, deep: 3.2, leans: 0.02 },
  { x: 4.2, wide: 4.6, deep: 5.6, leans: -0.05 },
  { x: 8.6, wide: 1.8, deep: 3.6, begins: -13, leans: 0.09 },
  { x: 13, wide: 3, deep: 3.8, leans: 0.05 },
  { x: 18.4, wide: 5, deep: 5.8, leans: -0.03 },
  { x: 22.8, wide: 1.8, deep: 3.8, begins: 2, leans: 0.05 },
  { x: 26, wide: 2.8, deep: 4, leans: 0.07 },
  { x: 31, wide: 4.6, deep: 5 },
  { x: 38, wide: 4, deep: 5 },
];

/** Depth of the folds at a place across the curtain and down it, cm: steeper on their right, sharp behind, wider and deeper further down. */
const depthAt = (x: number, down: number): number => {
  let depth = 0;
  for (const { x: front, wide, deep, begins = -90, leans = 0 } of folds) {
    const grown = step(begins - 8, begins + 24, down);
    if (grown === 0) continue;
    const away = x - front - leans * down - 0.7 * Math.sin(0.07 * down + front);
    const side = away / (wide * (away < 0 ? 1.25 : 0.85) * (1 + 0.005 * down));
    if (Math.abs(side) >= 1) continue;
    const round = deep * (1 + 0.013 * down) * (0.25 + 0.75 * grown) * (1 - side * side) ** 0.8;
    // Two that meet go over into one another.
    const [high, low] = round > depth ? [round, depth] : [depth, round];
    depth = high + 0.12 * Math.exp(-(high - low) / 0.5);
  }
  // Where it hangs loose: not near the rail.
  const loose = 0.22 * step(-16, 0, down);
  return depth + loose * Math.sin(0.3 * down + 0.5 * x) * Math.sin(0.11 * down - 0.7 * x);
};

/** How far right of the curtain's left edge a place is: the edge hangs in the fold behind it. */
const pastEdge = (x: number, down: number): number =>
  x + 20.3 + 0.05 * down - 0.35 * Math.sin(0.09 * down + 0.8);

/** Width of the hem along the left edge, and of what is seen of the cloth that is turned back behind it. */
const hem = 2.3;
const turned = 0.95;

/** Value of the lines at a place: they go round the hem, and back on the cloth behind it. No stretch of them is level, where rows of pixels would show. */
const lineAt = (x: number, front: number, down: number, hasEdge: boolean): number => {
  const past = hasEdge ? pastEdge(x, down) : hem;
  const flat = down + 0.09 * x;
  if (past < 0) return flat - 1.3 * past - 0.85;
  if (!hasEdge) return flat + 0.72 * front;
  if (past >= hem) return flat + 0.72 * front * step(hem, hem + 2.5, past);
  return flat - 0.85 * (1 - Math.sqrt(1 - (1 - past / hem) ** 2));
};

/** The light falls on its upper part, and dims downwards but in the valleys, so that lines go on through them. Further left less of it arrives; the hem is round, and shades the cloth on both sides of it. */
const fromAbove = (x: number, front: number, down: number): number => {
  const past = pastEdge(x, down);
  if (past < -turned) return 0;
  const dimmed = 0.5 * step(-22, 34, down) * (0.35 + 0.65 * step(0, 2, front));
  if (past < 0) return (0.14 + 0.44 * step(-0.1, -turned, past)) * (1 - 0.7 * dimmed);
  if (past < hem) return (0.36 + 0.52 * step(0, 0.7, past) * step(hem, 1.1, past)) * (1 - dimmed);
  return (0.22 + 0.78 * step(hem, 7, past)) * (0.42 + 0.68 * step(0.3, 4.4, front)) * (1 - dimmed);
};

/** The dark seams on both sides of its hem; nothing beyond the cloth behind it, nor above the rail. */
const edges: NonNullable<Body['etch']> = (x, _front, down) => {
  const past = pastEdge(x, down);
  if (past < -turned || down < -railBesideWords.y) return 0;
  if (Math.abs(past) < 0.07) return 0;
  if (Math.abs(past - hem) < 0.07) return 0;
  return 1;
};

/** For phones: from further off than beside it, so that as many folds are seen around the smaller card, and up to the rail. */
const belowWords: Camera = { from: [0, 16, 90], to: [0, 0, 0], view: 33.9, shift: [0.164, 0] };

/** Height and distance from the wall of the rail that it hangs from, cm, and how thick that is. */
interface Rail {
  y: number;
  z: number;
  radius: number;
  /** Where it ends on the left. */
  left: number;
}
const railOnPhone: Rail = { y: 23.3, z: 12, radius: 0.62, left: -60 };
const railBesideWords: Rail = { y: 22.6, z: 12, radius: 0.62, left: -18.8 };

/** The rail, with a finial at its end, and with a ring before each fold that begins there. */
const hanging = (rail: Rail): Body[] => [
  {
    name: 'rail',
    shape: tube(
      [
        [rail.left, 0, 0],
        [60, 0, 0],
      ],
      rail.radius,
    ),
    at: [0, rail.y, rail.z],
    material: { kind: 'matte', light: 1.1, gloss: 0.8 },
    lines: { field: 'around', contour: 0.8 },
    shadow: 0.5,
  },
  {
    name: 'finial of the rail',
    // A collar, a neck, and a bulb with a point.
    shape: lathe(
      'M0 0 L.95 0 L.95 .3 L.5 .4 L.5 .6 C1 .7 1.4 1.1 1.4 1.6 C1.4 2.2 .6 2.45 .36 2.75 C.25 2.9 .2 3 0 3.1 Z',
    ),
    at: [rail.left + 0.9, rail.y, rail.z],
    turn: [0, 0, 90],
    material: { kind: 'matte', light: 1.2, gloss: 0.8 },
    lines: { field: 'along', contour: 1 },
    shadow: 0.5,
  },
  ...folds
    .filter(({ x, begins }) => begins === undefined && x > rail.left)
    .map(
      ({ x, leans = 0 }): Body => ({
        name: 'ring',
        shape: tube(
          [
            [-0.22, 0, 0],
            [0.22, 0, 0],
          ],
          rail.radius + 0.32,
        ),
        at: [x - leans * rail.y, rail.y, rail.z],
        material: { kind: 'matte', light: 1.3, gloss: 0.8 },
        lines: { field: 'around', contour: 1 },
        shadow: 0.5,
      }),
    ),
];

/** From a window that is wide, beside the words. */
const besideCard: Camera = { from: [0, 16, 90], to: [0, 0, 0], view: 34 };
/** The same in large windows. Not from the same place, because sizes that show the same view share their samples, and this one's shadow is higher. */
const besideLargeCard: Camera = { ...besideCard, from: [0, 16, 90.1] };

/** A card that the page lays over the curtain: its middle and half of its width and height, cm, as seen on the cloth, and by how much its right end is lower. */
interface CardBefore {
  x: number;
  down: number;
  half: readonly [number, number];
  leans: number;
}

/** The front of the card, and its back that stands out behind it. */
const pair = (x: number, down: number, halfWidth: number): readonly CardBefore[] => {
  const halfHeight = halfWidth / 1.586;
  return [
    { x, down, half: [halfWidth, halfHeight], leans: -0.07 },
    {
      x: x + 0.06 * halfWidth,
      down: down - 0.32 * halfHeight,
      half: [0.94 * halfWidth, 0.94 * halfHeight],
      leans: 0.14,
    },
  ];
};
const cardsOnPhone = pair(8.8, 2, 24.6);
/** Where windows are wider than high by 16 to 10, or by 16 to 9. */
const cardsBesideWords = pair(0.3, 1.1, 21.8);
/** In large windows, which are wider than high by 16 to 9, it is higher. */
const cardsInLarge = pair(0.3, -1.3, 21.8);

/**
 * Share of the light that the cards' shadow takes. It falls to the left and down, a little further where a fold is
 * deeper: its edge is the card's own, and bends with the folds without breaking. It takes less in a valley, where little
 * light arrives, so that the lines go on through it.
 */
const shadowOf = (cards: readonly CardBefore[], at: readonly [number, number, number]): number => {
  const away = 3 + 0.14 * Math.max(8 - at[1], 0);
  const outside = Math.min(
    ...cards.map(({ x, down, half, leans }) => {
      const [across, below] = [at[0] - x + 0.42 * away, at[2] - down - 0.8 * away];
      const [u, v] = [across + leans * below, below - leans * across];
      return Math.max(Math.abs(u) - half[0], Math.abs(v) - half[1]);
    }),
  );
  return (0.15 + 0.54 * step(0.5, 4, at[1])) * step(0.5, -0.4, outside);
};

/** In the shadow no line stops that goes on outside it. */
const faintest = 0.36;

const cardsBefore = (camera: Camera): readonly CardBefore[] => {
  if (camera === belowWords) return cardsOnPhone;
  return camera === besideLargeCard ? cardsInLarge : cardsBesideWords;
};

/** None on a tablet, where the bar cuts the curtain. */
const railOf = (camera: Camera): Rail | undefined => {
  if (camera === belowWords) return railOnPhone;
  return camera === besideCard || camera === besideLargeCard ? railBesideWords : undefined;
};

/** All lines alike, along a fold that leans: a ragged end would leave loose pixels of the faintest ones. */
const besideWords: Fade = (x, y) => step(0, 0.26, x - 0.42 - 0.12 * step(0.55, 0.1, y));

/** Behind the card, beside the words; its lines end on the left. Drawn for the usual windows, because it is all fine lines. */
const wide = (size: Pick<Size, 'from' | 'width' | 'height' | 'densities' | 'camera'>): Size => ({
  ...size,
  // Further apart than elsewhere: closer ones flicker where a screen shows the page larger or smaller.
  pitch: 1.25,
});

export const curtain: Scene = {
  ground: 'ink',
  sizes: [
    {
      // A phone: below the words, behind the card.
      from: 0,
      width: 390,
      height: 384,
      pitch: 1.15,
      densities: [2],
      // From further off than beside it, so that as many folds are seen around the smaller card.
      camera: belowWords,
    },
    {
      // A tablet held upright: from the bar down, beside the words and behind the card.
      from: 768,
      width: 432,
      height: 1080,
      densities: [2],
      camera: { from: [0, 16, 90], to: [0, 0, 0], view: 48.1 },
      end: besideWords,
    },
    wide({ from: 1024, width: 700, height: 756, densities: [1, 2], camera: besideCard }),
    wide({ from: 1600, width: 940, height: 1015, densities: [1], camera: besideLargeCard }),
  ],
  compose: (camera) => {
    const rail = railOf(camera);
    const cards = cardsBefore(camera);
    return {
      light: { window: [-0.73, 0.35, 0.6], windowLight: 0.62, ambient: 0.14 },
      bodies: [
        {
          name: 'curtain',
          isGround: true,
          ...(rail === railBesideWords && { etch: edges }),
          shape: cloth(depthAt, { reach: 70, low: -0.5, high: 10, steepest: 3.8 }),
          at: [0, 0, 0],
          // Upright: its folds stand towards the eye.
          turn: [90, 0, 0],
          // With some light in the valleys, so that lines go on through them.
          material: {
            kind: 'matte',
            light: 0.9,
            glow: 0.15,
            shade: (x, front, down) => {
              if (rail && down < -rail.y) return 0;
              const lit = fromAbove(x, front, down);
              return rail
                ? Math.max(lit * (1 - shadowOf(cards, [x, front, down])), Math.min(lit, faintest))
                : lit;
            },
          },
          lines: {
            field: ({ x, y, z }) => lineAt(x, y, z, rail === railBesideWords),
            sparsest: 1,
            contour: 0,
          },
        },
        ...(rail ? hanging(rail) : []),
      ],
    };
  },
};
