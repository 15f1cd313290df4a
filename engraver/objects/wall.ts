import { box } from '../bodies/box.ts';
import type { Body } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';

/** Stones of a course, cm, and the joint between two. No joint is in the middle, where a lamp would seem to hang from it. */
const stone = { wide: 64, high: 28, joint: 1.5 };

/** How bright a stone is of its own: no two neighbours alike. */
const tones = [0.95, 1.03, 0.9, 1.06, 0.97, 1.04, 0.92] as const;
const toneOf = (column: number, row: number): number =>
  tones[(((column + 3 * row) % tones.length) + tones.length) % tones.length] ?? 1;

/**
 * A wall of dressed stone behind a door, its front at z = 1, its foot at y = 0. It has no light but this:
 *
 * @param light on it at a place, 0 to 1
 */
export const stoneWall = (light: (x: number, y: number) => number): Body => {
  const [wide, high] = [1600, 700];
  return {
    name: 'wall',
    isGround: true,
    shape: box(wide, high, 6, 0.1),
    at: [0, high / 2, -2],
    material: { kind: 'matte', light: 0, glow: 1, shade: (x, y) => light(x, y + high / 2) },
    etch: (x, fromMiddle) => {
      const y = fromMiddle + high / 2;
      const row = Math.floor(y / stone.high);
      const across = x / stone.wide + (row % 2) / 4 + 0.4375;
      const column = Math.floor(across);
      const inside = [(across - column) * stone.wide, y - row * stone.high] as const;
      if (inside[0] < stone.joint || inside[1] < stone.joint) return 0;
      // Its upper edge takes the light, its lower one is in its own shade.
      const edge = 1 + 0.5 * step(3.4, 1.2, stone.high - inside[1]) - 0.5 * step(4, 1.5, inside[1]);
      return edge * toneOf(column, row);
    },
    lines: { field: ({ y }) => y, contour: 0, pitch: 0.85 },
  };
};
