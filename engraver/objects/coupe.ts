import { lathe } from '../bodies/lathe.ts';
import type { Body, Point } from '../engine/scene.ts';

/** A champagne coupe, 16 cm high, with a red drink in it. */
export const coupe = (at: Point): Body[] => [
  {
    // Not of glass: its rings are to be seen, as light as the cloth that would show through.
    name: 'foot of the coupe',
    shape: lathe('M0 0 L3.7 0 Q3.9 0 3.9 .1 Q3.9 .2 3.6 .24 C2.2 .42 .72 .6 .42 1.6 L0 1.6 Z'),
    at,
    material: { kind: 'matte', light: 0.85, gloss: 1 },
    lines: { field: 'along', pitch: 0.8 },
    shadow: 0.45,
  },
  {
    // Not of glass: so thin a one would bend the cloth's lines into a plait. It covers where glass joins glass.
    name: 'stem of the coupe',
    shape: lathe(
      'M0 .58 L1.66 .64 C1.05 .83 .6 1.12 .45 1.6 C.29 2.2 .26 3.4 .26 5.6 C.26 8 .3 9.3 .445 10 C.53 10.23 .705 10.405 .95 10.565 L0 10.57 Z',
    ),
    at,
    material: { kind: 'metal', light: 0.75 },
    lines: { field: 'around', pitch: 0.8 },
    shadow: 0.9,
  },
  {
    name: 'coupe',
    shape: lathe(
      'M0 9 L.24 9 C.28 9.4 .32 9.7 .42 10 C.7 10.8 2 11 3.4 11.6 C5.1 12.4 5.85 13.8 5.98 16.2 Q5.98 16.32 5.92 16.32 Q5.86 16.32 5.86 16.2 C5.7 13.9 5 12.65 3.3 11.85 C2.2 11.3 .8 11.2 0 11.1 Z',
    ),
    at,
    // Thin glass: what is behind it goes on in it as it is.
    material: { kind: 'glass', index: 1.0001 },
    lines: { field: 'along', pitch: 0.8 },
    shadow: 0.45,
  },
  {
    // A line of light all round, as even at its far side as at the near one.
    name: 'rim of the coupe',
    shape: lathe('M5.87 16.3 L5.97 16.3 L5.97 16.36 L5.87 16.36 Z'),
    at,
    material: { kind: 'flame' },
    etch: () => -1,
    lines: { field: 'along', contour: 0 },
    shadow: 0,
  },
  {
    name: 'drink',
    // To the glass's outer side, as a thick glass would show it.
    shape: lathe(
      'M0 10.66 L.66 10.72 C1.2 10.96 2.2 11.23 3.35 11.7 C4.97 12.49 5.71 13.8 5.85 15.5 Q5.86 15.6 5.78 15.6 L0 15.6 Z',
    ),
    at,
    material: { kind: 'liquid', index: 1.2, light: 0.62 },
    lines: { field: 'along', cross: 'around', pitch: 0.8, contour: 0 },
    isRed: true,
    shadow: 0.7,
  },
];
