import { extrusion } from '../bodies/extrusion.ts';
import type { Body, Point } from '../scene.ts';
import { step } from '../shade.ts';

/** Circles of the glass are seen from a little above: ellipses so much lower than wide. */
const flat = 0.18;
/** The bowl is half an ellipse below its rim. */
const rim = { y: 3.1, wide: 2.6, deep: 2.2 };
const level = 2.3;
const foot = { y: -3.4, wide: 1.75 };

/** Half the bowl's width at a height. */
const widthAt = (y: number): number =>
  rim.wide * Math.sqrt(Math.max(0.001, 1 - ((rim.y - y) / rim.deep) ** 2));

const ellipse = (y: number, wide: number, high = wide * flat): string => {
  const [a, b] = [wide * 0.5523, high * 0.5523];
  return `M${-wide} ${y} C${-wide} ${y + b} ${-a} ${y + high} 0 ${y + high} C${a} ${y + high} ${wide} ${y + b} ${wide} ${y} C${wide} ${y - b} ${a} ${y - high} 0 ${y - high} C${-a} ${y - high} ${-wide} ${y - b} ${-wide} ${y} Z`;
};

/** Height of the circle around the bowl that goes through a place of its front. */
const circleAt = (x: number, y: number): number => {
  const wide = widthAt(y);
  return y + flat * Math.sqrt(Math.max(0, wide * wide - x * x));
};

/** Light on something round, from its left edge, -1, to its right one: lit from the left, with a rim of light. */
const roundLight = (side: number): number =>
  0.34 + 0.6 * step(-1.02, -0.8, side) * step(0.1, -0.6, side) + 0.4 * step(0.66, 0.94, side);

/** A coupe as a flat picture, 5 by 7.6 cm: on a screen, on a photograph. `glow`: how bright it is of its own. */
export function coupeDrawing(at: Point, turn: Point, glow = 1): Body[] {
  /** A part of the drawing. Each lies over the one before it. */
  const part = (
    layer: number,
    path: string,
    brightness: (x: number, y: number) => number,
    lines: Body['lines'],
    isRed = false,
  ): Body => ({
    name: 'part of the drawn coupe',
    shape: extrusion(path, 0.05 + 0.015 * layer, 0.005),
    at,
    turn,
    material: { kind: 'matte', light: 0.05, glow },
    etch: brightness,
    lines: { contour: 0.8, pitch: 0.75, ...lines },
    isRed,
    shadow: 0,
  });
  const bowl = (inset: number, top: number): string => {
    const [wide, deep] = [rim.wide - inset, rim.deep - inset];
    const half = wide * Math.sqrt(1 - ((rim.y - top) / deep) ** 2);
    const side = Array.from({ length: 25 }, (_, i) => {
      const x = half * Math.cos((i / 24) * Math.PI);
      return `L${x.toFixed(4)} ${rim.y - deep * Math.sqrt(1 - (x / wide) ** 2)}`;
    });
    return `M${half} ${top} ${side.join(' ')} Z`;
  };
  return [
    part(0, ellipse(foot.y, foot.wide), (x) => 0.12 + 0.75 * step(0.2, 1.5, Math.abs(x + 0.3)), {
      field: ({ x, y }) => Math.hypot(x, (y - foot.y) / flat),
    }),
    part(
      1,
      `M-.75 ${foot.y + 0.02} Q-.2 ${foot.y + 0.25} -.14 -2.4 L-.14 .5 Q-.18 .8 -.6 1 L.6 1 Q.18 .8 .14 .5 L.14 -2.4 Q.2 ${foot.y + 0.25} .75 ${foot.y + 0.02} Q0 ${foot.y - 0.14} -.75 ${foot.y + 0.02} Z`,
      (x) => (x < -0.03 ? 1 : 0.15),
      { field: ({ x }) => x },
    ),
    part(2, bowl(0, rim.y), (x, y) => 0.6 * step(0.7, 1, Math.abs(x) / widthAt(y)), {
      field: ({ x, y }) => circleAt(x, y),
    }),
    part(
      3,
      bowl(0.1, level),
      (x, y) => roundLight(x / widthAt(y)),
      { field: ({ x, y }) => circleAt(x, y), contour: 0 },
      true,
    ),
    part(
      4,
      ellipse(level, 2.36),
      (x, y) => 0.62 - 0.14 * x - 0.2 * step(-0.2, 0.4, y - level),
      { field: ({ y }) => y, pitch: 0.7 },
      true,
    ),
    part(
      5,
      `${ellipse(rim.y, rim.wide)} ${ellipse(rim.y, rim.wide - 0.09, rim.wide * flat - 0.08)}`,
      () => 1,
      {
        field: ({ x }) => x,
        contour: 0,
      },
    ),
  ];
}
