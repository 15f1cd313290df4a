import { place, turnOut } from '../engine/march-rays.ts';
import type { Body, Point, Scene } from '../engine/scene.ts';
import { unit } from '../engine/shade.ts';
import type { Vector } from '../engine/shape.ts';

/**
 * A polished body that is a few pixels wide, its light cut as an engraver cuts it: bright where it mirrors a light
 * in this direction, dark on the side that is turned away. It is taken from the surface at each pixel, because the
 * samples of the scene are too far apart for it.
 */
export const polished = (body: Body, ground: Scene['ground'], towards: Point): Body => {
  const placed = place(body, 0);
  const [lx, ly, lz] = unit(towards);
  const bright = ground === 'paper' ? 99 : -1;
  const n: Vector = { x: 0, y: 0, z: 0 };
  return {
    ...body,
    etch: (x, y, z) => {
      body.shape.normal(x, y, z, n);
      turnOut(placed, n);
      const facing = n.x * lx + n.y * ly + n.z * lz;
      if (facing > 0.86) return bright;
      if (facing < 0.02) return 0.12;
      return facing < 0.3 ? 0.62 : 1;
    },
  };
};
