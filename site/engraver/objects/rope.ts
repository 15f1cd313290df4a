import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import type { Body, Point } from '../scene.ts';

/** A post of the kind that holds a rope, 96 cm high. */
export const post = (at: Point): Body => ({
  name: 'post',
  shape: lathe(
    'M0 0 L16 0 Q17 0 17 1 C17 3 10 4 5 6 C3.4 6.7 2.6 8 2.4 10 L2.4 80 C2.4 81 4 81 4 82 C4 83 2.6 83 2.6 84 C2.6 85.5 2.2 86 2.2 87 C4.6 87.6 5.6 89.6 5.6 91.4 C5.6 94.4 3 96.6 0 96.6 Z',
  ),
  at,
  material: { kind: 'metal', light: 0.95 },
  lines: { field: 'along', cross: 'around', crossFrom: 0.6 },
});

/** A twisted rope that hangs between two points, `sag` cm deep. */
export function rope([ax, ay, az]: Point, [bx, by, bz]: Point, sag: number): Body {
  const points = Array.from({ length: 25 }, (_, i): Point => {
    const t = i / 24;
    return [ax + (bx - ax) * t, ay + (by - ay) * t - 4 * sag * t * (1 - t), az + (bz - az) * t];
  });
  return {
    name: 'rope',
    shape: tube(points, 2.3, { strands: 3, lay: 11 }),
    at: [0, 0, 0],
    material: { kind: 'matte', light: 0.9 },
    lines: { field: 'along', cross: 'around', crossFrom: 0.6, pitch: 0.8 },
    isRed: true,
  };
}
