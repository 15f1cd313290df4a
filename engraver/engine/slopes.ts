import type { SampleGrid } from './sample-grid.ts';
import { airPeriod, bodyIndex, glassIndex } from './sampler.ts';

/** How fast each field runs across the screen at each node, per pixel, from the neighbours that are seen the same way. */
export function measureSlopes({ stride, columns, rows, kinds, placed, u, v, w }: SampleGrid) {
  const measure = (field: Float32Array, node: number, period: number, mask: number): number => {
    const kind = (kinds[node] as number) & mask;
    const column = node % columns;
    const row = (node - column) / columns;
    const here = field[node] as number;
    const run = (step: number, hasAhead: boolean, hasBack: boolean): number => {
      const isAhead = hasAhead && ((kinds[node + step] as number) & mask) === kind;
      const isBack = hasBack && ((kinds[node - step] as number) & mask) === kind;
      const ahead = isAhead ? wrap((field[node + step] as number) - here, period) : 0;
      const back = isBack ? wrap(here - (field[node - step] as number), period) : 0;
      return isAhead && isBack ? (ahead + back) / 2 : ahead + back;
    };
    const dx = run(1, column < columns - 1, column > 0);
    const dy = run(columns, row < rows - 1, row > 0);
    return Math.sqrt(dx * dx + dy * dy) / stride;
  };
  const slopes = {
    u: new Float32Array(u.length),
    v: new Float32Array(u.length),
    w: new Float32Array(u.length),
  };
  for (let node = 0; node < u.length; node++) {
    const kind = kinds[node] as number;
    const body = placed[bodyIndex(kind)]?.body;
    const period = body ? body.shape.period : airPeriod;
    slopes.u[node] = measure(u, node, body?.lines.field === 'around' ? period : 0, 0xffff);
    if (body?.lines.cross) slopes.v[node] = measure(v, node, period, 0xffff);
    // Of the glass's own field, whatever is behind.
    if (glassIndex(kind) >= 0) slopes.w[node] = measure(w, node, 0, 31 << 6);
  }
  return slopes;
}

/** A difference of a field that comes back to its beginning after `period`; 0: that does not. */
export const wrap = (difference: number, period: number): number =>
  period > 0 ? difference - Math.round(difference / period) * period : difference;
