import { extrusion } from '../bodies/extrusion.ts';
import type { Body, Point } from '../engine/scene.ts';
import { type PostOf, post } from './post.ts';

/** A phone, 7 by 15 cm, leaning back by `lean` degrees; on its screen is a post of that. */
export function phone([x, y, z]: Point, yaw: number, lean: number, of: PostOf = 'cake'): Body[] {
  const turn: Point = [-lean, yaw, 0];
  const [back, angle] = [(lean * Math.PI) / 180, (yaw * Math.PI) / 180];
  /** So far in front of its middle, up on it and to its right. */
  const on = (front: number, up = 0, right = 0): Point => {
    const high = 7.4 + up;
    const near = front * Math.cos(back) - high * Math.sin(back);
    return [
      x + Math.sin(angle) * near + Math.cos(angle) * right,
      y + high * Math.cos(back) + front * Math.sin(back),
      z + Math.cos(angle) * near - Math.sin(angle) * right,
    ];
  };
  return [
    {
      name: 'phone',
      shape: extrusion(
        'M-2.7 -7.4 L2.7 -7.4 Q3.6 -7.4 3.6 -6.5 L3.6 6.5 Q3.6 7.4 2.7 7.4 L-2.7 7.4 Q-3.6 7.4 -3.6 6.5 L-3.6 -6.5 Q-3.6 -7.4 -2.7 -7.4 Z',
        0.8,
        0.2,
      ),
      at: on(0),
      turn,
      material: { kind: 'matte', light: 0.6, gloss: 1.2 },
      lines: { field: ({ y: high }) => high, pitch: 0.8, contour: 1.7 },
    },
    ...post((front, up, right) => on(0.4 + front, up, right), turn, of),
  ];
}
