import type { Placed } from './march-rays.ts';
import { bodyIndex, glassIndex, newSample, type Sampler } from './sampler.ts';

/** A scene as it is seen at the nodes of a grid, `stride` pixels apart. */
export interface SampleGrid {
  stride: number;
  columns: number;
  rows: number;
  kinds: Uint16Array;
  u: Float32Array;
  v: Float32Array;
  w: Float32Array;
  x: Float32Array;
  y: Float32Array;
  z: Float32Array;
  edgeDistance: Float32Array;
  edgeBody: Int8Array;
  tone: Float32Array;
  mirrored: Float32Array;
  placed: readonly Placed[];
}

/** Where the corners of a square of the grid differ by less, the light between them is taken from theirs. */
const smoothTone = 0.1;

/** Looks at a scene through a frame of `width` by `height` pixels. */
export function sampleScene(sampler: Sampler, width: number, height: number, stride: number): SampleGrid {
  const columns = Math.ceil(width / stride) + 1;
  const rows = Math.ceil(height / stride) + 1;
  const nodes = columns * rows;
  const kinds = new Uint16Array(nodes);
  const newField = () => new Float32Array(nodes);
  const [u, v, w, x, y, z] = [newField(), newField(), newField(), newField(), newField(), newField()];
  const [edgeDistance, tone, mirrored] = [newField(), newField(), newField()];
  const edgeBody = new Int8Array(nodes);
  const { placed } = sampler;
  const sample = newSample();

  const measure = (node: number): void => {
    const measured = sampler.measureAt(
      (node % columns) * stride,
      Math.floor(node / columns) * stride,
      sample,
    );
    tone[node] = measured.tone;
    mirrored[node] = measured.mirrored;
  };
  // Of every second node the light too, which costs far more than where a look ends.
  const isCoarse = (node: number): boolean =>
    (node % columns) % 2 === 0 && Math.floor(node / columns) % 2 === 0;
  for (let node = 0; node < nodes; node++) {
    if (isCoarse(node)) measure(node);
    else sampler.sampleAt((node % columns) * stride, Math.floor(node / columns) * stride, sample);
    kinds[node] = sample.kind;
    u[node] = sample.u;
    v[node] = sample.v;
    w[node] = sample.w;
    x[node] = sample.x;
    y[node] = sample.y;
    z[node] = sample.z;
    edgeDistance[node] = sample.edgeDistance;
    edgeBody[node] = sample.edgeBody;
  }
  for (let node = 0; node < nodes; node++) {
    if (isCoarse(node)) continue;
    const column = node % columns;
    const row = Math.floor(node / columns);
    const [left, right] = [column - (column % 2), column + (column % 2)];
    const [above, below] = [row - (row % 2), row + (row % 2)];
    const corners =
      right < columns && below < rows
        ? [above * columns + left, above * columns + right, below * columns + left, below * columns + right]
        : [];
    const kind = kinds[node] as number;
    const isClear = glassIndex(kind) >= 0 || placed[bodyIndex(kind)]?.isClear;
    const tones = corners.map((corner) => tone[corner] as number);
    if (
      corners.length > 0 &&
      !isClear &&
      corners.every((corner) => kinds[corner] === kind) &&
      Math.max(...tones) - Math.min(...tones) < smoothTone
    )
      tone[node] = tones.reduce((sum, one) => sum + one, 0) / 4;
    else measure(node);
  }

  const seen = { stride, columns, rows, kinds, u, v, w, x, y, z, edgeDistance, edgeBody, placed };
  return { ...seen, tone: soften(tone, seen), mirrored: soften(mirrored, seen) };
}

/** The same grid in a frame whose pixels are `factor` times as many. */
export const rescale = (grid: SampleGrid, factor: number): SampleGrid => ({
  ...grid,
  stride: grid.stride * factor,
  edgeDistance: grid.edgeDistance.map((pixels) => pixels * factor),
});

/** Averages each node's tone with its neighbours of the same body: a sharp light in metal would be drawn as loose pixels. */
function soften(
  tone: Float32Array,
  { columns, rows, kinds }: Pick<SampleGrid, 'columns' | 'rows' | 'kinds'>,
): Float32Array {
  const soft = tone.slice();
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      const node = row * columns + column;
      const body = bodyIndex(kinds[node] as number);
      let sum = 4 * Math.min(tone[node] as number, 1.3);
      let weights = 4;
      for (let near = 0; near < 9; near++) {
        const down = Math.floor(near / 3) - 1;
        const right = (near % 3) - 1;
        if (near === 4) continue;
        const step = down * columns + right;
        const weight = down === 0 || right === 0 ? 2 : 1;
        if (bodyIndex(kinds[node + step] as number) !== body) continue;
        // A light in a mirror is many times white: it must not spread as such.
        sum += weight * Math.min(tone[node + step] as number, 1.3);
        weights += weight;
      }
      soft[node] = sum / weights;
    }
  }
  return soft;
}
