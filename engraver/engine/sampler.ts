import { createCamera } from './camera.ts';
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
  edgeDistance: number;
  edgeBody: number;
  /** The place on the body, in its own coordinates. */
  x: number;
  y: number;
  z: number;
}

export const newSample = (): Sample => ({
  kind: 0,
  u: 0,
  v: 0,
  w: 0,
  edgeDistance: 1e6,
  edgeBody: -1,
  x: 0,
  y: 0,
  z: 0,
});

const airIndex = 63;
/** Values of the air's second field in a round. */
export const airPeriod = 256;

/** The bits of a sample's kind: its body (6), the glass in front (5), how many times the ray was refracted (5). */
export const bodyAndGlass = 0x7ff;
export const bodyIndex = (kind: number): number => kind & 63;
/** Seen through glass, or refracted. */
export const isBehindGlass = (kind: number): boolean => kind >> 6 > 0;
export const glassIndex = (kind: number): number => ((kind >> 6) & 31) - 1;

/** Reads what is seen at places of a scene. */
export interface Sampler {
  placed: readonly Placed[];
  /** `among`: the bodies that may be seen there; all by default. */
  sampleAt(px: number, py: number, out: Sample, among?: readonly Placed[]): void;
  /** The same, with the brightness of what is seen and of what glass mirrors in front of it. */
  measureAt(px: number, py: number, out: Sample): { tone: number; mirrored: number };
}

/** Prepares the sampling of a scene, framed `width` by `height` pixels. */
export function createSampler(scene: Composition, view: View, width: number, height: number): Sampler {
  const placed: readonly Placed[] = scene.bodies.map(place);
  const light = createLight(scene, placed);
  const camera = createCamera(view, width, height);
  const trace = createViewTracer(placed, light, camera.pixel);
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

  const read = (px: number, py: number, out: Sample, among: readonly Placed[], withTone: boolean): void => {
    camera.aim(px, py, eye);
    trace(eye, seen, withTone, among);
    const { placed: one, glass } = seen;
    out.edgeDistance = seen.edgeDistance;
    out.edgeBody = seen.edgeBody ? seen.edgeBody.index : -1;
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
      if (cross) out.v = measure(one, cross, seen.x, seen.y, seen.z);
    } else if (centre) {
      const x = camera.acrossOf(seen.dx, seen.dy, seen.dz) - centre[0];
      const y = camera.upOf(seen.dx, seen.dy, seen.dz) - centre[1];
      out.u = Math.sqrt(x * x + y * y);
      out.v = (Math.atan2(y, x) / (2 * Math.PI)) * airPeriod;
    }
  };

  return {
    placed,
    sampleAt: (px, py, out, among = placed) => read(px, py, out, among, false),
    measureAt(px, py, out) {
      read(px, py, out, placed, true);
      const isAir = bodyIndex(out.kind) === airIndex;
      const tone = isAir && scene.air ? scene.air.tone(out.u, (out.v / airPeriod) * 2 * Math.PI) : seen.tone;
      return { tone, mirrored: seen.mirrored };
    },
  };
}
