import { lathe } from '../bodies/lathe.ts';
import type { Body, Point } from '../scene.ts';
import { measureNormal, type Shape } from '../shape.ts';

const radius = 4.6;
const high = 4.3;
/** Sides of the slice that is cut out, as angles from the camera to the right, in radians. */
const cut = [-0.42, 0.62] as const;

/** How far inside of the slice that is cut out a place is. */
const insideCut = (x: number, z: number): number =>
  Math.min(x * Math.cos(cut[0]) - z * Math.sin(cut[0]), z * Math.sin(cut[1]) - x * Math.cos(cut[1]));

/** A round form without the slice that is cut out. */
function without(whole: Shape, keep: (x: number, y: number, z: number) => number = () => -9): Shape {
  const distance = (x: number, y: number, z: number): number =>
    Math.max(whole.distance(x, y, z), insideCut(x, z), keep(x, y, z) * 0.6);
  return { ...whole, distance, normal: (x, y, z, out) => measureNormal(distance, x, y, z, out, 0.01) };
}

/** How far down the icing has run, at an angle. */
const runs = (angle: number): number =>
  high - 0.95 - 0.55 * Math.sin(angle * 7 + 0.6) - 0.3 * Math.sin(angle * 4 + 2);

/** Sponge and cream on the cut: cream is bare paper, between two dark lines. */
const layer = (x: number, y: number, z: number): number => {
  if (Math.hypot(x, z) > radius - 0.12) return 1;
  const up = (y / high) * 3;
  const away = Math.abs(up - Math.round(up));
  if (up < 0.4 || up > 2.75 || away > 0.17) return 0.85;
  return away > 0.12 ? 0 : 99;
};

/** A small cake with red icing, 9 cm wide: a slice is cut out of its front. */
export const cake = (at: Point): Body[] => {
  const lines: Body['lines'] = {
    field: ({ x, y, z }) => y + 0.8 * Math.hypot(x, z),
    pitch: 0.75,
  };
  return [
    {
      name: 'cake',
      shape: without(lathe(`M0 0 L${radius} 0 L${radius} ${high} L0 ${high} Z`)),
      at,
      material: { kind: 'matte', light: 0.8 },
      etch: layer,
      lines,
    },
    {
      name: 'icing',
      shape: without(
        lathe(
          `M0 0 L${radius + 0.2} 0 L${radius + 0.2} ${high - 0.1} Q${radius + 0.15} ${high + 0.25} ${radius - 0.3} ${high + 0.28} L0 ${high + 0.28} Z`,
        ),
        (x, y, z) => runs(Math.atan2(x, z)) - y,
      ),
      at,
      material: { kind: 'matte', light: 0.5, gloss: 0.8 },
      // Its top faces the lamp.
      etch: (x, y, z) => (y > high + 0.1 ? 0.3 + 0.03 * Math.hypot(x + 2, z + 2) : 0.75),
      lines: { ...lines, contour: 0.8 },
      isRed: true,
    },
  ];
};
