import { extrusion } from '../bodies/extrusion.ts';
import type { Body, Point } from '../scene.ts';
import { step } from '../shade.ts';

/** An oval around the origin. */
const oval = (wide: number, high: number): string => {
  const [a, b] = [wide * 0.5523, high * 0.5523];
  return `M${-wide} 0 C${-wide} ${b} ${-a} ${high} 0 ${high} C${a} ${high} ${wide} ${b} ${wide} 0 C${wide} ${-b} ${a} ${-high} 0 ${-high} C${-a} ${-high} ${-wide} ${-b} ${-wide} 0 Z`;
};

/** The fish, its head to the left, 7 cm long. */
const body =
  'M-3.2 -.05 C-2.9 .85 -1.8 1.6 -.3 1.55 C1.2 1.45 2.1 .75 2.7 .36 L2.7 -.36 C2 -.75 1 -1.2 -.3 -1.25 C-1.8 -1.3 -2.8 -.8 -3.15 -.3 L-2.75 -.18 Z';
const tail =
  'M2.55 .36 C3 .6 3.4 1.25 3.95 1.6 C3.7 .85 3.45 .4 3.45 0 C3.45 -.4 3.7 -.85 3.95 -1.6 C3.4 -1.25 3 -.6 2.55 -.36 Z';
const fins = [
  'M-1.7 1.25 C-1.3 2.1 -.4 2.35 .1 2.15 C.9 2.15 1.6 1.8 2.05 .8 C1.2 1.35 -.4 1.6 -1.7 1.25 Z',
  'M.5 -1.1 C.7 -1.85 1.4 -2.1 2 -1.8 C1.8 -1.4 1.7 -1 1.85 -.7 Z',
  'M-1.5 -1.1 C-1.5 -1.9 -1 -2.2 -.35 -2.15 C-.55 -1.75 -.6 -1.4 -.5 -1.15 Z',
];
const eye = { x: -2.4, y: 0.32 };

/** Dark lines and the eye on the fish; elsewhere light from above. */
const onFish = (x: number, y: number): number => {
  const toEye = Math.hypot(x - eye.x, y - eye.y);
  if (toEye < 0.13) return 0;
  if (toEye < 0.25) return -1;
  const gill = Math.hypot(x + 3.1, (y - 0.1) * 0.85);
  if (Math.abs(gill - 1.42) < 0.06 && Math.abs(y) < 1) return 0;
  return 0.42 + 0.6 * step(-1, 0.9, y);
};

/** A whole red fish on an oval plate, from above, as a flat picture, 8.4 by 6 cm: on a photograph. */
export function fishDrawing(at: Point, turn: Point): Body[] {
  /** A part of the drawing. Each lies over the one before it. */
  const part = (
    layer: number,
    path: string,
    brightness: NonNullable<Body['etch']>,
    lines: Body['lines'],
    isRed = false,
  ): Body => ({
    name: 'part of the drawn fish',
    shape: extrusion(path, 0.05 + 0.015 * layer, 0.005),
    at,
    turn,
    material: { kind: 'matte', light: 0.05, glow: 1 },
    etch: brightness,
    lines: { contour: 0.7, pitch: 0.75, ...lines },
    isRed,
    shadow: 0,
  });
  const rays: Body['lines'] = { field: ({ x, y }) => y - 0.55 * x };
  return [
    part(0, oval(4.2, 3), () => 1, { field: ({ y }) => y }),
    part(1, oval(3.5, 2.35), (x, y) => 0.62 + 0.2 * step(-2, 2, y - 0.5 * x), { field: ({ y }) => y }),
    ...fins.map((path) => part(2, path, () => 0.6, rays, true)),
    part(2, tail, () => 0.7, { field: ({ y }) => y }, true),
    part(3, body, onFish, { field: ({ x, y }) => Math.hypot(x + 6, 1.4 * y) }, true),
  ];
}
