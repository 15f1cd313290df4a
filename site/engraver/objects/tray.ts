import { lathe } from '../bodies/lathe.ts';
import type { Body, Point } from '../scene.ts';

/** A round silver tray, 30 cm wide. */
export const tray = (at: Point): Body => ({
  name: 'tray',
  shape: lathe(
    'M0 0 L13 0 C14 0 14.6 .5 15 1.2 Q15.15 1.45 14.9 1.5 Q14.7 1.5 14.5 1.2 C14.1 .6 13.6 .35 13 .35 L0 .35 Z',
  ),
  at,
  material: { kind: 'metal', light: 0.95 },
  lines: { field: 'along', cross: 'around', crossFrom: 0.62 },
});
