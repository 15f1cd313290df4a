import { brand } from '#contract/brand.ts';
import { box } from '../bodies/box.ts';
import { extrusion } from '../bodies/extrusion.ts';
import { lathe } from '../bodies/lathe.ts';
import { drawLettering } from '../lettering.ts';
import type { Body, Point } from '../scene.ts';
import { measureNormal, type Shape } from '../shape.ts';

/** Sealing wax, 4.4 cm wide, pressed with the brand's first letter. */
function seal(): Shape {
  const rim = lathe('M0 0 L2.1 0 C2.45 .1 2.4 .5 2.1 .62 C1.8 .7 1.7 .5 1.55 .42 L0 .42 Z');
  const letter = drawLettering(brand.name.slice(0, 1), { y: -0.74, size: 2.3 });
  const distance = (x: number, y: number, z: number): number => {
    const wave = 0.09 * Math.sin(Math.atan2(z, x) * 5 + 1) + 0.05 * Math.sin(Math.atan2(z, x) * 9);
    const r = Math.hypot(x, z) || 1e-6;
    const k = (r - wave * Math.min(r / 2, 1)) / r;
    const raised = Math.hypot(x, z) < 1.5 ? 0.16 * letter(x, -z) : 0;
    return rim.distance(x * k, y - raised, z * k) * 0.6;
  };
  return {
    ...rim,
    bounds: [-2.7, 0, -2.7, 2.7, 0.9, 2.7],
    distance,
    normal: (x, y, z, out) => measureNormal(distance, x, y, z, out, 0.01),
  };
}

/** An envelope, 22 by 15 cm, lying with its back up, its flap closed by a seal. */
export const envelope = ([x, y, z]: Point, yaw: number): Body[] => {
  const turn: Point = [-90, yaw, 0];
  const cos = Math.cos((yaw * Math.PI) / 180);
  const sin = Math.sin((yaw * Math.PI) / 180);
  const on = (dx: number, up: number, dz: number): Point => [
    x + dx * cos + dz * sin,
    y + up,
    z - dx * sin + dz * cos,
  ];
  const paper: Body['material'] = { kind: 'matte', light: 0.95 };
  return [
    {
      name: 'envelope',
      shape: box(22, 15, 0.5, 0.08),
      at: on(0, 0.25, 0),
      turn,
      material: paper,
      lines: {
        field: ({ y: up, x: across }) => up + 0.12 * across,
        cross: ({ x: across }) => across,
        crossFrom: 0.6,
      },
    },
    ...([-1, 1] as const).map(
      (side): Body => ({
        name: 'side flap',
        shape: extrusion(`M${side * 10.9} -7.4 L${side * 10.9} 7.4 L${side * 0.4} -1.2 Z`, 0.09, 0.02),
        at: on(0, 0.53, 0),
        turn,
        material: paper,
        lines: {
          field: ({ y: up, x: across }) => across * 0.9 + up * side * 0.4,
          cross: ({ y: up }) => up,
          crossFrom: 0.6,
        },
      }),
    ),
    {
      name: 'lower flap',
      shape: extrusion('M-10.9 -7.45 L10.9 -7.45 L.9 .6 Q0 1.2 -.9 .6 Z', 0.1, 0.02),
      at: on(0, 0.6, 0),
      turn,
      material: paper,
      lines: { field: ({ y: up }) => up, cross: ({ x: across }) => across, crossFrom: 0.6 },
    },
    {
      name: 'flap',
      shape: extrusion('M-11 7.5 L-1.1 -2.1 Q0 -3 1.1 -2.1 L11 7.5 Z', 0.14, 0.03),
      at: on(0, 0.72, 0),
      turn,
      material: paper,
      lines: { field: ({ y: up }) => up, cross: ({ x: across }) => across, crossFrom: 0.6 },
    },
    {
      name: 'seal',
      shape: seal(),
      at: on(0, 0.78, 1.9),
      turn: [0, yaw, 0],
      material: { kind: 'matte', light: 0.8, gloss: 0.8 },
      lines: {
        field: ({ x: across, z: deep }) => Math.hypot(across, deep),
        cross: 'around',
        crossFrom: 0.6,
        pitch: 0.75,
      },
      isRed: true,
    },
  ];
};

/** A fountain pen, 14 cm long, lying with its nib at `at` and its end towards `yaw`. */
export const pen = (at: Point, yaw: number): Body[] => {
  const turn: Point = [0, yaw, -86];
  return [
    {
      name: 'nib',
      shape: lathe('M0 0 L.12 .1 C.3 .9 .5 1.6 .5 2.4 L0 2.4 Z'),
      at,
      turn,
      material: { kind: 'metal', light: 1 },
      lines: { field: 'along', pitch: 0.6 },
    },
    {
      name: 'pen',
      shape: lathe(
        'M0 2.3 L.55 2.3 Q.62 2.4 .62 2.6 C.5 3 .52 3.6 .6 5 L.68 5.1 L.68 5.5 L.78 5.6 L.78 5.9 L.74 6 C.78 9 .76 12 .6 14.2 L.64 14.3 L.62 14.7 C.5 15.3 .3 15.4 0 15.4 Z',
      ),
      at,
      turn,
      material: { kind: 'matte', light: 0.16, gloss: 2.2 },
      lines: { field: 'around', cross: 'along', crossFrom: 0.5, pitch: 0.7 },
    },
  ];
};
