import type { Body, Point } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { ellipse, flatDrawing } from './flat-drawing.ts';

/** The cut side rises to the right by so much a cm; it stands on `foot` and is `high`. */
const slope = 0.1;
const side = { wide: 1.95, foot: -2.375, high: 2.5 };
const plateAt = { y: -2.55, wide: 2.85, high: 0.62 };

/** A slice of cake on a plate as a flat picture, 6 by 6 cm: on a screen, on a photograph. */
export function cakeDrawing(at: Point, turn: Point): Body[] {
  const part = flatDrawing({ name: 'part of the drawn cake', at, turn, step: 0.015, contour: 0.8 });
  const { wide, foot, high } = side;
  const [low, top] = [foot, foot + high];
  const rise = slope * wide;
  return [
    part(0, ellipse(0, plateAt.y, plateAt.wide, plateAt.high), () => 0.95, {
      field: ({ x, y }) => Math.hypot(x, ((y - plateAt.y) * plateAt.wide) / plateAt.high),
    }),
    part(
      1,
      ellipse(0.1, plateAt.y + 0.03, plateAt.wide * 0.74, plateAt.high * 0.66),
      (x) => 0.25 + 0.2 * step(1, -2, x),
      { field: ({ y }) => y, contour: 0.5 },
    ),
    // Its cut side: three layers of sponge, and cream between them.
    part(
      2,
      `M${-wide} ${low - rise} L${wide} ${low + rise} L${wide} ${top + rise} L${-wide} ${top - rise} Z`,
      (x, y) => {
        const up = ((y - slope * x - foot) / high) * 3;
        const away = Math.abs(up - Math.round(up));
        if (up < 0.5 || up > 2.6 || away > 0.17) return 0.08 + 0.66 * step(1.4, -1.6, x);
        return away > 0.11 ? 0 : -1;
      },
      { field: ({ x, y }) => y - slope * x + 0.04 * Math.sin(5 * x) },
    ),
    // Icing on its top, which runs down the side.
    part(
      3,
      `M${-wide - 0.06} ${top - rise} L0.35 ${top + 0.95} Q0.7 ${top + 1.05} 1 ${top + 0.92} L${wide + 0.05} ${top + rise} L${wide + 0.05} ${top + rise - 0.75} Q1.7 ${top - 0.95} 1.45 ${top - 0.5} Q1.2 ${top - 0.15} 0.95 ${top - 0.42} Q0.7 ${top - 0.85} 0.4 ${top - 0.5} Q0.15 ${top - 0.2} -0.1 ${top - 0.5} Q-0.4 ${top - 1.05} -0.7 ${top - 0.6} Q-0.9 ${top - 0.35} -1.15 ${top - 0.7} Q-1.4 ${top - 0.95} -1.6 ${top - 0.6} Q${-wide} ${top - 0.35} ${-wide - 0.06} ${top - rise} Z`,
      (x, y) => 0.98 - 0.35 * step(-0.25, -0.7, y - slope * x - top) - 0.5 * step(0.2, 1.5, x),
      { field: ({ x, y }) => y - slope * x },
    ),
    part(
      4,
      ellipse(0.62, top + 1.05, 0.56, 0.52),
      (x, y) => (Math.hypot(x - 0.42, y - top - 1.25) < 0.13 ? -1 : 0.2 + 0.5 * step(0.9, 0.2, x)),
      { field: ({ x, y }) => Math.hypot(x - 0.3, y - top - 1.4), pitch: 0.7 },
    ),
    part(
      5,
      `M.58 ${top + 1.4} Q.7 ${top + 2} 1.3 ${top + 2.35} L1.38 ${top + 2.25} Q.85 ${top + 1.95} .7 ${top + 1.4} Z`,
      () => -1,
      { field: ({ x }) => x, contour: 0 },
    ),
  ];
}
