import { measureNormal, type Shape } from '../engine/shape.ts';

const cell = 0.3;

/**
 * A cloth, or any ground: a height above each place of the x-z plane, in cm.
 *
 * @param steepest of its slopes, rise over run: what keeps a ray from stepping through a fold
 */
export function cloth(
  height: (x: number, z: number) => number,
  { reach, low, high, steepest }: { reach: number; low: number; high: number; steepest: number },
): Shape {
  // Looked up while a ray is on its way; the surface's normal is measured on the height itself.
  const cells = Math.ceil((2 * reach) / cell);
  const grid = new Float32Array((cells + 1) ** 2);
  for (let i = 0; i < grid.length; i++) {
    grid[i] = height((i % (cells + 1)) * cell - reach, Math.floor(i / (cells + 1)) * cell - reach);
  }
  const exact = (x: number, y: number, z: number): number => y - height(x, z);
  const distance = (x: number, y: number, z: number): number => {
    const gx = Math.min(Math.max((x + reach) / cell, 0), cells - 1e-6);
    const gz = Math.min(Math.max((z + reach) / cell, 0), cells - 1e-6);
    const column = gx | 0;
    const row = gz | 0;
    const node = row * (cells + 1) + column;
    const fx = gx - column;
    const fz = gz - row;
    const near = (grid[node] as number) * (1 - fx) + (grid[node + 1] as number) * fx;
    const next = (grid[node + cells + 1] as number) * (1 - fx) + (grid[node + cells + 2] as number) * fx;
    return y - near * (1 - fz) - next * fz;
  };
  return {
    bounds: [-reach, low, -reach, reach, high, reach],
    distance,
    normal: (x, y, z, out) => measureNormal(exact, x, y, z, out, 0.02),
    chart(x, _y, z, out) {
      out.along = z;
      out.around = x;
    },
    period: 0,
    steepest,
    edges: [],
  };
}
