import { box } from '../bodies/box.ts';
import { extrusion } from '../bodies/extrusion.ts';
import type { Body, Point } from '../scene.ts';
import { coupeDrawing } from './coupe-drawing.ts';

/** A phone, 7 by 15 cm, leaning back by `lean` degrees; on its screen a coupe is being filmed. */
export function phone([x, y, z]: Point, yaw: number, lean: number): Body[] {
  const turn: Point = [-lean, yaw, 0];
  const up = Math.cos((lean * Math.PI) / 180) * 7.4;
  const back = Math.sin((lean * Math.PI) / 180) * 7.4;
  const angle = (yaw * Math.PI) / 180;
  const at: Point = [x - Math.sin(angle) * back, y + up, z - Math.cos(angle) * back];
  const flat = Math.cos((lean * Math.PI) / 180);
  /** So far in front of its middle. */
  const on = (front: number): Point => [
    at[0] + Math.sin(angle) * front * flat,
    at[1] + front * Math.sin((lean * Math.PI) / 180),
    at[2] + Math.cos(angle) * front * flat,
  ];
  return [
    {
      name: 'phone',
      shape: extrusion(
        'M-2.7 -7.4 L2.7 -7.4 Q3.6 -7.4 3.6 -6.5 L3.6 6.5 Q3.6 7.4 2.7 7.4 L-2.7 7.4 Q-3.6 7.4 -3.6 6.5 L-3.6 -6.5 Q-3.6 -7.4 -2.7 -7.4 Z',
        0.8,
        0.2,
      ),
      at,
      turn,
      material: { kind: 'matte', light: 0.25, gloss: 1.2 },
      lines: { field: ({ y: high }) => high, pitch: 0.8 },
    },
    {
      name: 'screen',
      shape: box(6.5, 14, 0.1, 0.04),
      at: on(0.4),
      turn,
      material: { kind: 'matte', light: 0.1, glow: 0.3, gloss: 0.4 },
      lines: { field: ({ x: px, y: py }) => Math.hypot(px, py - 2), pitch: 0.8, contour: 0.6 },
    },
    ...coupeDrawing(on(0.47), turn),
  ];
}
