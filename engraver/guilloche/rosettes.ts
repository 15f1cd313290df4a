import { drawn } from '../drawn.ts';
import type { Band } from './bands.ts';

interface InkedBand extends Band {
  ink: 'first' | 'second';
}

export interface Rosette {
  bands: readonly InkedBand[];
  /** Small text around it, and the radius of its baseline. */
  rim?: { text: string; radius: number; size: number };
  /** Colours of the two bands, and of the small text. */
  inks: { first: string; second: string; rim: string };
  /** Width of a line; 1.3 by default. */
  stroke?: number;
}

const small = 'Invitation only · Not everyone makes the list · ';

/** Two interlaced bands: where one is widest, the other is narrowest. */
const interlaced = (
  lobes: number,
  hairlines: number,
  waves: number,
  inner: number,
  outer: number,
): InkedBand[] => {
  const middle = (inner + outer) / 2;
  const reach = (outer - inner) / 2;
  return [
    {
      lobes,
      hairlines,
      waves,
      inner: [middle - reach * 0.62, reach * 0.34, 0.5],
      outer: [middle + reach * 0.55, reach * 0.42, 0],
      ink: 'first',
    },
    {
      lobes,
      hairlines,
      waves,
      inner: [middle - reach * 0.62, reach * 0.34, 0],
      outer: [middle + reach * 0.55, reach * 0.42, 0.5],
      ink: 'second',
    },
  ];
};

/** The card's, which is part of its face: few and bold lines, as on the card in a picture, so that it reads as one object. */
export const cardRosette: Rosette = {
  bands: [...interlaced(14, 28, 5, 300, 940), ...interlaced(14, 14, 9, 80, 330)],
  rim: { text: small.toUpperCase(), radius: 968, size: 22 },
  inks: { first: '#ffe9df', second: '#6d0716', rim: '#ff9aa8' },
  stroke: 2.3,
};

/** The rosettes of the site that are files of their own. */
export const rosettes = {
  seal: {
    bands: [...interlaced(12, 36, 5, 330, 890), ...interlaced(12, 24, 7, 110, 350)],
    // Of the guarantee.
    rim: { text: 'MONEY-BACK GUARANTEE · EACH TRANSACTION UNDERWRITTEN · ', radius: 925, size: 54 },
    inks: { first: drawn.colors.redBright, second: drawn.colors.paper, rim: drawn.colors.paper },
    stroke: 2,
  },
} as const satisfies Record<string, Rosette>;

export type RosetteName = keyof typeof rosettes;
