import { lathe } from '../bodies/lathe.ts';
import { tube } from '../bodies/tube.ts';
import { drawLettering, joinLettering } from '../engine/lettering.ts';
import type { Body, Point } from '../engine/scene.ts';

const radius = 3.4;
/** Hours of its dial: 24, the last one at the top. */
const hours = 24;
const at = (hour: number, away: number): { x: number; y: number } => {
  const turn = (hour / hours) * 2 * Math.PI;
  return { x: away * Math.sin(turn), y: away * Math.cos(turn) };
};
const numbers = joinLettering(
  [6, 12, 18, 24].map((hour) => {
    const { x, y } = at(hour, 2.15);
    return drawLettering(String(hour), { x, y: y - 0.36, size: 1.05 });
  }),
);

/** A hand from the middle to `hour`: how far from its middle line a place is, cm; beyond its end far. */
const besideHand = (x: number, y: number, hour: number, long: number): number => {
  const { x: sin, y: cos } = at(hour, 1);
  const along = x * sin + y * cos;
  return along < -0.5 || along > long ? 9 : Math.abs(x * cos - y * sin);
};

/** How much more light than elsewhere: 0 where its dial is printed, else so much that no line runs through a number. */
const dial = (x: number, y: number): number => {
  const r = Math.hypot(x, y);
  if (r > radius - 0.35) return 1;
  const hour = Math.round((Math.atan2(x, y) / (2 * Math.PI)) * hours);
  const tick = at(hour, 1);
  const off = Math.abs(x * tick.y - y * tick.x);
  const isLong = hour % 6 === 0;
  if (r > (isLong ? 2.62 : 2.72) && r < 2.98 && off < (isLong ? 0.09 : 0.045)) return 0;
  if (besideHand(x, y, 21, 1.5) < 0.14 || besideHand(x, y, 9, 2.4) < 0.08 || r < 0.2) return 0;
  return numbers(x, y) > 0.5 ? 0 : 99;
};

/** A pocket watch, 7 cm wide, that stands at `foot` and leans back; with `lean` 90 it lies. */
export const watch = ([x, y, z]: Point, yaw: number, lean: number): Body[] => {
  const [back, aside] = [(lean * Math.PI) / 180, (yaw * Math.PI) / 180];
  /** So far from its foot. */
  const on = (up: number): Point => [
    x - Math.sin(aside) * Math.sin(back) * up,
    y + Math.cos(back) * up,
    z - Math.cos(aside) * Math.sin(back) * up,
  ];
  const middle = on(radius + 0.3);
  const turn: Point = [90 - lean, yaw, 0];
  return [
    {
      name: 'dial',
      shape: lathe(`M0 0 L${radius - 0.2} 0 L${radius - 0.2} .3 L0 .3 Z`),
      at: middle,
      turn,
      material: { kind: 'matte', light: 1.1 },
      etch: (px, _py, pz) => dial(px, -pz),
      lines: { field: ({ x: across, z: down }) => down + 0.3 * across, contour: 0 },
    },
    {
      name: 'case of the watch',
      shape: lathe(
        `M${radius - 0.4} .2 L${radius - 0.3} .5 Q${radius + 0.1} .7 ${radius + 0.3} .2 Q${radius + 0.4} -.5 ${radius - 0.2} -.7 L0 -.8 L0 -.2 L${radius - 0.4} -.2 Z`,
      ),
      at: middle,
      turn,
      material: { kind: 'metal', light: 1 },
      lines: { field: 'along', pitch: 0.75 },
    },
    {
      name: 'crown of the watch',
      shape: lathe('M0 0 L.35 0 L.35 .3 Q.7 .35 .7 .7 Q.7 1 .4 1 L0 1 Z'),
      at: on(2 * radius + 0.5),
      turn: [-lean, yaw, 0],
      material: { kind: 'metal', light: 1 },
      lines: { field: 'along', pitch: 0.7 },
    },
    {
      name: 'ring of the watch',
      shape: tube(
        Array.from(
          { length: 25 },
          (_, i): Point => [0.9 * Math.sin((i / 12) * Math.PI), 0.9 - 0.9 * Math.cos((i / 12) * Math.PI), 0],
        ),
        0.14,
      ),
      at: on(2 * radius + 1),
      turn: [-lean, yaw, 0],
      material: { kind: 'metal', light: 1 },
      lines: { field: 'around', pitch: 0.7 },
    },
  ];
};
