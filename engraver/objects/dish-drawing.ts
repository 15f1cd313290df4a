import type { Body, Point } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { circle, flatDrawing } from './flat-drawing.ts';

/** Where the plate lies in the photograph, and the fruit on it: place and radius. */
const plate = { x: 0.1, y: -0.2, r: 2.9, well: 2 };
const fruit = [
  [-0.7, 0.1, 0.92],
  [0.9, 0.45, 0.82],
  [0.25, -1.05, 0.74],
] as const;

/** A plate of three cherries from above, as a flat picture, 6.5 cm wide: on a screen. Light comes from the left. */
export function dishDrawing(at: Point, turn: Point): Body[] {
  const part = flatDrawing({ name: 'part of the drawn dish', at, turn, step: 0.02, contour: 0.8 });
  const fromMiddle = (x: number, y: number): number => Math.hypot(x - plate.x, y - plate.y);
  /** How deep a place is in the shadow of a fruit, which falls to the lower right. */
  const inShadow = (x: number, y: number): number =>
    Math.max(
      ...fruit.map(([fx, fy, r]) => step(r * 1.12, r * 0.85, Math.hypot(x - fx - 0.5, y - fy + 0.34))),
    );
  const onPlate = (x: number, y: number): number => {
    const r = fromMiddle(x, y);
    if (Math.abs(r - 2.55) < 0.035) return 0;
    const side = (x - plate.x - (y - plate.y)) / (r + 1e-6) / 1.41;
    // The well's wall is in shade on the left, and takes the light on the right.
    const wall = step(plate.well - 0.35, plate.well, r) * step(plate.well + 0.25, plate.well, r);
    return (0.97 - 0.4 * wall * Math.max(0, -side)) * (1 - 0.8 * inShadow(x, y) * step(2.75, 2.45, r));
  };
  return [
    part(0, circle(plate.x + 0.2, plate.y - 0.2, plate.r), () => 0.12, {
      field: ({ y }) => y,
      contour: 0,
    }),
    part(1, circle(plate.x, plate.y, plate.r), onPlate, { field: ({ x, y }) => fromMiddle(x, y) }),
    ...fruit.flatMap(([x, y, r], index): Body[] => [
      part(
        2,
        circle(x, y, r),
        (px, py) => {
          const [u, v] = [(px - x) / r, (py - y) / r];
          if (Math.hypot(u + 0.36, v - 0.4) < 0.2) return 99;
          return 0.66 - 0.5 * step(-0.3, 1.1, u * 0.75 - v * 0.65);
        },
        { field: ({ x: px, y: py }) => Math.hypot(px - x + 0.3 * r, py - y - 0.3 * r), pitch: 0.7 },
        true,
      ),
      part(
        3,
        index === 0
          ? 'M-.65 .2 C-.95 1.2 -1.55 2 -2.4 2.5 L-2.25 2.72 C-1.35 2.2 -.75 1.3 -.53 .24 Z'
          : index === 1
            ? 'M.95 .55 C.95 1.4 1.25 2.1 1.85 2.75 L2.03 2.55 C1.45 1.9 1.15 1.3 1.09 .5 Z'
            : 'M.2 -1 C-.15 -1.6 -.75 -2 -1.65 -2.15 L-1.65 -1.92 C-.85 -1.8 -.3 -1.4 .07 -.88 Z',
        () => 0.1,
        { field: ({ x: px }) => px, contour: 0.5 },
      ),
    ]),
  ];
}
