import { type Camera, createCamera } from './camera.ts';
import { type Placed, place, type Ray } from './march-rays.ts';
import type { Composition, Field, Spot, Camera as View } from './scene.ts';
import { createLight } from './shade.ts';
import { createViewTracer, newView } from './trace-view.ts';

/** What is seen at one place, as numbers that lines are drawn by. */
export interface Sample {
  /** Same for places that are seen on the same body by the same way: there the fields are smooth. */
  kind: number;
  /** The first and the second field, and that of the glass in front. */
  u: number;
  v: number;
  w: number;
  /** Pixels to the nearest edge in front, and the index of the body that has it. */
  miss: number;
  missed: number;
  /** The place on the body, in its own coordinates. */
  x: number;
  y: number;
  z: number;
}

/** A scene as it is seen at the nodes of a grid, `stride` pixels apart; at any place between by asking again. */
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
  miss: Float32Array;
  missed: Int8Array;
  tone: Float32Array;
  mirrored: Float32Array;
  placed: readonly Placed[];
  /** Looks at a place between the nodes; `among`: what may be seen there, anything when it is not told. */
  sampleAt(px: number, py: number, out: Sample, among?: readonly Placed[]): void;
}

export const newSample = (): Sample => ({
  kind: 0,
  u: 0,
  v: 0,
  w: 0,
  miss: 1e6,
  missed: -1,
  x: 0,
  y: 0,
  z: 0,
});

const airIndex = 63;
/** Values of the air's second field in a round. */
export const airPeriod = 256;

/** What is told by a sample's kind: its body, the glass in front, how often the look was bent. */
export const bodyAndGlass = 0x7ff;
export const bodyIndex = (kind: number): number => kind & 63;
export const glassIndex = (kind: number): number => ((kind >> 6) & 31) - 1;

/** Looks at a scene, framed `width` by `height` pixels. */
export function sampleScene(
  scene: Composition,
  view: View,
  width: number,
  height: number,
  stride: number,
): SampleGrid {
  const placed: readonly Placed[] = scene.bodies.map(place);
  const light = createLight(scene, placed);
  const camera: Camera = createCamera(view, width, height);
  const look = createViewTracer(placed, light, camera.pixel);
  const seen = newView();
  const spot: Spot = { along: 0, around: 0, x: 0, y: 0, z: 0 };
  const eye: Ray = { x: 0, y: 0, z: 0, dx: 0, dy: 0, dz: 0 };
  const centre = scene.air ? camera.project(scene.air.around) : null;

  const measure = (one: Placed, field: Field, x: number, y: number, z: number): number => {
    one.body.shape.chart(x, y, z, spot);
    spot.x = x;
    spot.y = y;
    spot.z = z;
    if (field === 'along') return spot.along;
    return field === 'around' ? spot.around : field(spot);
  };

  const sampleAt = (px: number, py: number, out: Sample, among = placed, withTone = false): void => {
    camera.aim(px, py, eye);
    look(eye, seen, withTone, among);
    const { placed: one, glass } = seen;
    out.miss = seen.miss;
    out.missed = seen.missed ? seen.missed.index : -1;
    // On a drink the lines go on, however it is seen.
    const bends = one?.isClear ? 0 : Math.min(seen.bends, 31);
    out.kind = (one ? one.index : airIndex) | ((glass ? glass.index + 1 : 0) << 6) | (bends << 11);
    out.x = seen.x;
    out.y = seen.y;
    out.z = seen.z;
    out.u = 0;
    out.v = 0;
    out.w = glass ? measure(glass, glass.body.lines.field, seen.gx, seen.gy, seen.gz) : 0;
    if (one) {
      const { field, cross } = one.body.lines;
      out.u = measure(one, field, seen.x, seen.y, seen.z);
      out.v = measure(one, cross ?? 'around', seen.x, seen.y, seen.z);
    } else if (centre) {
      const x = camera.acrossOf(seen.dx, seen.dy, seen.dz) - centre[0];
      const y = camera.upOf(seen.dx, seen.dy, seen.dz) - centre[1];
      out.u = Math.sqrt(x * x + y * y);
      out.v = (Math.atan2(y, x) / (2 * Math.PI)) * airPeriod;
    }
  };

  const columns = Math.ceil(width / stride) + 1;
  const rows = Math.ceil(height / stride) + 1;
  const nodes = columns * rows;
  const kinds = new Uint16Array(nodes);
  const newField = () => new Float32Array(nodes);
  const [u, v, w, x, y, z] = [newField(), newField(), newField(), newField(), newField(), newField()];
  const [miss, tone, mirrored] = [newField(), newField(), newField()];
  const missed = new Int8Array(nodes);
  const sample = newSample();
  for (let node = 0; node < nodes; node++) {
    const px = (node % columns) * stride;
    const py = Math.floor(node / columns) * stride;
    sampleAt(px, py, sample, placed, true);
    const ownTone =
      seen.placed || !scene.air ? seen.tone : scene.air.tone(sample.u, (sample.v / airPeriod) * 2 * Math.PI);
    kinds[node] = sample.kind;
    u[node] = sample.u;
    v[node] = sample.v;
    w[node] = sample.w;
    x[node] = sample.x;
    y[node] = sample.y;
    z[node] = sample.z;
    miss[node] = sample.miss;
    missed[node] = sample.missed;
    tone[node] = ownTone;
    mirrored[node] = seen.mirrored;
  }
  const grid: SampleGrid = {
    stride,
    columns,
    rows,
    kinds,
    u,
    v,
    w,
    x,
    y,
    z,
    miss,
    missed,
    tone,
    mirrored,
    placed,
    sampleAt,
  };
  grid.tone = soften(tone, grid);
  grid.mirrored = soften(mirrored, grid);
  return grid;
}

/** Averages each node's tone with its neighbours of the same body: a sharp light in metal would come out in crumbs. */
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
