import { box } from '../bodies/box.ts';
import { extrusion } from '../bodies/extrusion.ts';
import { lathe } from '../bodies/lathe.ts';
import { drawn } from '../drawn.ts';
import { drawLettering } from '../engine/lettering.ts';
import type { Body, Point } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { measureNormal, type Shape } from '../engine/shape.ts';

/** Sealing wax, 4.4 cm wide, pressed flat in its middle. */
function seal(): Shape {
  const rim = lathe('M0 0 L2.1 0 C2.45 .1 2.4 .5 2.1 .62 C1.8 .7 1.7 .5 1.55 .42 L0 .42 Z');
  const distance = (x: number, y: number, z: number): number => {
    const wave = 0.09 * Math.sin(Math.atan2(z, x) * 5 + 1) + 0.05 * Math.sin(Math.atan2(z, x) * 9);
    const r = Math.hypot(x, z) || 1e-6;
    const k = (r - wave * Math.min(r / 2, 1)) / r;
    return rim.distance(x * k, y, z * k) * 0.6;
  };
  return {
    ...rim,
    bounds: [-2.7, 0, -2.7, 2.7, 0.9, 2.7],
    distance,
    normal: (x, y, z, out) => measureNormal(distance, x, y, z, out, 0.01),
  };
}

const initial = drawLettering(drawn.name.slice(0, 1), { y: -0.74, size: 2.3 });

/** The brand's first letter on the wax: bare, so that it can be read at the size of a coin, with a dark edge on its right. */
const pressed = (x: number, _y: number, z: number): number => {
  const covered = initial(x, -z);
  if (covered > 0.06) return -covered;
  return initial(x - 0.1, -z + 0.08) > 0.5 ? 0 : 1;
};

/** Width of the line beside a flap, cm. */
const crease = 0.08;

/**
 * What is left of the light on the envelope's back beside its flap and its lower flap, which lie on the others: on
 * their right, where the light does not come from, their shadow is wider.
 */
const besideFlap = (x: number, up: number): number => {
  const away = ((Math.abs(x) - 1.1) * 9.6 - (up + 2.1) * 9.9) / 13.8;
  return away < crease ? 0 : 1 - 0.55 * step(x > 0 ? 1.5 : 0.5, -0.1, away);
};
const besideLowerFlap = (x: number, up: number): number => {
  const away = ((Math.abs(x) - 0.9) * 8.1 + (up - 0.6) * 10.1) / 12.9;
  return away < crease ? 0 : 1 - 0.4 * step(x > 0 ? 1.1 : 0.4, -0.1, away);
};

/** An envelope, 22 by 15 cm, the lines of each flap in a direction of their own, its flap closed by a seal: it lies with its back up, or leans with `pitch` from upright. */
export const envelope = ([x, y, z]: Point, yaw: number, pitch = -90): Body[] => {
  const turn: Point = [pitch, yaw, 0];
  const [cos, sin] = cosAndSin(yaw);
  const [level, steep] = cosAndSin(pitch);
  /** A place on it: to its right, out of it, and towards its lower edge. */
  const on = (dx: number, out: number, down: number): Point => {
    const up = -down * level - out * steep;
    const near = -down * steep + out * level;
    return [x + dx * cos + near * sin, y + up, z - dx * sin + near * cos];
  };
  // Its flaps lie close on one another: a shadow so narrow would be a row of teeth.
  const paper: Body['material'] = { kind: 'matte', light: 1.08 };
  return [
    {
      name: 'envelope',
      shape: box(22, 15, 0.16, 0.03),
      at: on(0, 0.08, 0),
      turn,
      material: paper,
      // Its narrow sides are bare: lines as short as they are would be a row of teeth.
      etch: (_x, up) => (up < -7.42 ? 99 : 1),
      // On its other sides they run along the edge.
      lines: { field: ({ y: up, x: across, z: out }) => up + 0.12 * across + 4 * out },
    },
    ...([-1, 1] as const).map(
      (side): Body => ({
        name: 'side flap',
        shape: extrusion(`M${side * 10.9} -7.4 L${side * 10.9} 7.4 L${side * 0.4} -1.2 Z`, 0.03, 0.01),
        at: on(0, 0.17, 0),
        turn,
        material: paper,
        // Those of the left one run across the picture's own: further apart, they look as close.
        lines: {
          field: ({ y: up, x: across }) => (across * 0.75 + up * side * 0.65) * (side < 0 ? 0.74 : 1),
        },
        etch: (x, up) => besideFlap(x, up) * besideLowerFlap(x, up),
        // Each in the light as it would bend.
        gain: side < 0 ? 1.03 : 0.9,
        shadow: 0,
      }),
    ),
    {
      name: 'lower flap',
      shape: extrusion('M-11 -7.49 L11 -7.49 L.9 .6 Q0 1.2 -.9 .6 Z', 0.03, 0.01),
      at: on(0, 0.2, 0),
      turn,
      material: paper,
      etch: (x, up) => (up < -7.42 ? 99 : besideFlap(x, up)),
      lines: { field: ({ y: up, x: across }) => up + 0.25 * across },
      shadow: 0,
    },
    {
      name: 'flap',
      shape: extrusion('M-11 7.5 L-1.1 -2.1 Q0 -3 1.1 -2.1 L11 7.5 Z', 0.04, 0.01),
      at: on(0, 0.24, 0),
      turn,
      material: paper,
      lines: { field: ({ y: up, x: across }) => up - 0.3 * across },
      shadow: 0,
    },
    {
      name: 'seal',
      shape: seal(),
      at: on(0, 0.27, 1.9),
      turn: [pitch + 90, yaw, 0],
      material: { kind: 'matte', light: 0.8, gloss: 0.8 },
      lines: {
        field: ({ x: across, z: deep }) => Math.hypot(across, deep),
        cross: 'around',
        crossFrom: 0.6,
        pitch: 0.75,
      },
      etch: pressed,
      isRed: true,
    },
  ];
};

const cosAndSin = (degrees: number): [number, number] => {
  const angle = (degrees * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
};

/** The letter in the press's face, in a ring: mirrored, so that the wax has it the right way round, and as upright as the press lies. */
const engraved = (x: number, along: number, z: number): number => {
  const r = Math.hypot(x, z);
  if (along > 0.08 || r > 1.6) return 1;
  if (r > 1.46) return 0;
  return initial(0.21 * x - 0.98 * z, -0.98 * x - 0.21 * z) > 0.5 ? 0 : 99;
};

/** What presses the seal, 8 cm long: a brass foot and a turned handle; it lies with its handle to the right, and back by so many degrees. */
export const sealPress = (at: Point, back: number): Body[] => {
  const turn: Point = [-back, 0, -87];
  return [
    {
      name: 'foot of the press',
      shape: lathe('M0 0 L1.7 0 Q1.9 0 1.9 .2 L1.9 .9 C1.9 1.3 1 1.4 .8 2 L.7 2.6 L0 2.6 Z'),
      at,
      turn,
      material: { kind: 'metal', light: 1 },
      etch: engraved,
      lines: { field: 'along', pitch: 0.75, gap: 0.4 },
    },
    {
      name: 'handle of the press',
      shape: lathe(
        'M0 2.5 L.9 2.5 Q1.05 2.6 1 2.9 C.6 3.6 .7 4 1.2 5 C1.7 6 1.6 7.6 .8 8.1 C.5 8.3 .2 8.3 0 8.3 Z',
      ),
      at,
      turn,
      material: { kind: 'matte', light: 0.2, gloss: 2 },
      // A long light on its back, drawn: it is narrower than the distance between samples of the scene.
      etch: (x, up, z) => {
        const away = Math.abs(Math.atan2(z, -x) + 0.55);
        if (away < 0.14 && up > 3.4 && up < 7.6) return 99;
        return away < 0.5 ? 2.4 : 1;
      },
      lines: { field: 'along', pitch: 0.95, gap: 0 },
    },
  ];
};
