import type { Body, Point } from './scene.ts';
import type { Vector } from './shape.ts';

/** A ray in the scene, in cm; its direction has the length 1. */
export interface Ray {
  x: number;
  y: number;
  z: number;
  dx: number;
  dy: number;
  dz: number;
}

/** A body where it stands: `rows` turn the scene's axes into its own. */
export interface Placed {
  body: Body;
  index: number;
  at: Point;
  rows: readonly [Point, Point, Point];
  isClear: boolean;
}

export interface Hit {
  /** The body, or null when the ray went by everything. */
  placed: Placed | null;
  /** Distance along the ray, cm. */
  t: number;
  /** The point in the body's own coordinates. */
  x: number;
  y: number;
  z: number;
  /** How near, in pixels, the ray went by the edge of something in front: large when by none. */
  edgeDistance: number;
  /** Whose edge that was. */
  edgeBody: Placed | null;
}

const surface = 0.0006;
const far = 1e6;
/** Further off, in pixels, an edge is not drawn. */
const nearMiss = 14;
/** Nearer than this it is drawn, and its distance is measured well. */
const drawnMiss = 8;

export const newHit = (): Hit => ({
  placed: null,
  t: far,
  x: 0,
  y: 0,
  z: 0,
  edgeDistance: far,
  edgeBody: null,
});

export const place = (body: Body, index: number): Placed => ({
  body,
  index,
  at: body.at,
  rows: turnRows(body.turn ?? [0, 0, 0]),
  isClear: body.material.kind === 'glass' || body.material.kind === 'liquid',
});

const turnRows = ([tx, ty, tz]: Point): Placed['rows'] => {
  const [a, b, c] = [tx, ty, tz].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number];
  const [sx, cx, sy, cy, sz, cz] = [
    Math.sin(a),
    Math.cos(a),
    Math.sin(b),
    Math.cos(b),
    Math.sin(c),
    Math.cos(c),
  ];
  // The transpose of z · y · x, which turns a form into the scene.
  return [
    [cy * cz, cy * sz, -sy],
    [sx * sy * cz - cx * sz, sx * sy * sz + cx * cz, sx * cy],
    [cx * sy * cz + sx * sz, cx * sy * sz - sx * cz, cx * cy],
  ];
};

/** A direction of a body's own in the scene's axes. */
export const turnOut = ({ rows }: Placed, v: Vector): void => {
  const { x, y, z } = v;
  v.x = rows[0][0] * x + rows[1][0] * y + rows[2][0] * z;
  v.y = rows[0][1] * x + rows[1][1] * y + rows[2][1] * z;
  v.z = rows[0][2] * x + rows[1][2] * y + rows[2][2] * z;
};

/** Signed distance of a point of the scene from a body. */
export const distanceTo = (
  { body, at, rows: [r0, r1, r2] }: Placed,
  x: number,
  y: number,
  z: number,
): number => {
  const px = x - at[0];
  const py = y - at[1];
  const pz = z - at[2];
  const lx = r0[0] * px + r0[1] * py + r0[2] * pz;
  const ly = r1[0] * px + r1[1] * py + r1[2] * pz;
  const lz = r2[0] * px + r2[1] * py + r2[2] * pz;
  const b = body.shape.bounds;
  const ox = Math.max(b[0] - lx, lx - b[3], 0);
  const oy = Math.max(b[1] - ly, ly - b[4], 0);
  const oz = Math.max(b[2] - lz, lz - b[5], 0);
  const outside = ox * ox + oy * oy + oz * oz;
  if (outside > 0.04) return Math.sqrt(outside);
  return body.shape.distance(lx, ly, lz);
};

// The ray as the body sees it: origin, direction, where it enters and leaves the bounds. In an array, because
// each number that is given to a variable of a module is an object to the engine.
const own = new Float64Array(8);
const [X, Y, Z, DX, DY, DZ, ENTER, LEAVE] = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** Brings the ray into the body's coordinates and cuts it to its bounds; false when it goes by them. */
const enterBounds = (ray: Ray, { body, at, rows: [r0, r1, r2] }: Placed, margin: number): boolean => {
  const px = ray.x - at[0];
  const py = ray.y - at[1];
  const pz = ray.z - at[2];
  const b = body.shape.bounds;
  own[ENTER] = 0;
  own[LEAVE] = far;
  const { dx, dy, dz } = ray;
  return (
    cutSlab(
      X,
      r0[0] * px + r0[1] * py + r0[2] * pz,
      r0[0] * dx + r0[1] * dy + r0[2] * dz,
      b[0] - margin,
      b[3] + margin,
    ) &&
    cutSlab(
      Y,
      r1[0] * px + r1[1] * py + r1[2] * pz,
      r1[0] * dx + r1[1] * dy + r1[2] * dz,
      b[1] - margin,
      b[4] + margin,
    ) &&
    cutSlab(
      Z,
      r2[0] * px + r2[1] * py + r2[2] * pz,
      r2[0] * dx + r2[1] * dy + r2[2] * dz,
      b[2] - margin,
      b[5] + margin,
    )
  );
};

const cutSlab = (axis: number, from: number, step: number, low: number, high: number): boolean => {
  own[axis] = from;
  own[axis + 3] = step;
  if (step < 1e-12 && step > -1e-12) return from >= low && from <= high;
  const a = (low - from) / step;
  const b = (high - from) / step;
  const enter = Math.max(own[ENTER] as number, Math.min(a, b));
  const leave = Math.min(own[LEAVE] as number, Math.max(a, b));
  own[ENTER] = enter;
  own[LEAVE] = leave;
  return enter < leave;
};

/** Room around a body's bounds in which its edge is looked for, in pixels; of a body that is near, 0.3 cm are more. */
const edgeRoom = 5;

const awayFrom = (ray: Ray, { at }: Placed): number =>
  Math.sqrt((at[0] - ray.x) ** 2 + (at[1] - ray.y) ** 2 + (at[2] - ray.z) ** 2);

const edgeDistanceOf = new Float64Array(64);
const edgeAt = new Float64Array(64);

/**
 * The first of `among` that the ray meets. A ray that begins inside a clear body meets it where it leaves.
 *
 * @param pixel size of a pixel at distance 1; 0 when how near the ray went by does not matter
 * @param travelled cm that the light went before, for the size of a pixel
 */
export function cast(ray: Ray, among: readonly Placed[], pixel: number, out: Hit, travelled = 0): void {
  out.placed = null;
  out.t = far;
  out.edgeDistance = far;
  out.edgeBody = null;
  edgeDistanceOf.fill(far);
  for (const placed of among) {
    const edged = pixel > 0 && placed.body.lines.contour !== 0;
    if (!enterBounds(ray, placed, edged ? Math.max(0.3, edgeRoom * pixel * awayFrom(ray, placed)) : 0))
      continue;
    const lx = own[X] as number;
    const ly = own[Y] as number;
    const lz = own[Z] as number;
    const ldx = own[DX] as number;
    const ldy = own[DY] as number;
    const ldz = own[DZ] as number;
    const enter = own[ENTER] as number;
    const leave = own[LEAVE] as number;
    const end = Math.min(leave, out.t);
    if (enter >= end) continue;
    const { shape } = placed.body;
    let t = Math.max(enter, 1e-4);
    const sign = placed.isClear && shape.distance(lx + t * ldx, ly + t * ldy, lz + t * ldz) < 0 ? -1 : 1;
    const fall = shape.steepest === undefined ? 1 : shape.steepest * Math.sqrt(1 - ldy * ldy) - ldy;
    if (fall <= 0) continue;
    // The nearest point so far, and the one before it.
    let nearest = far;
    let nearestAt = t;
    let beforeAt = t;
    let lastAt = t;
    let last = far;
    let isLeaving = false;
    for (let step = 0; step < 200; step++) {
      const d = sign * shape.distance(lx + t * ldx, ly + t * ldy, lz + t * ldz);
      if (d < surface) {
        out.t = t;
        out.placed = placed;
        out.x = lx + t * ldx;
        out.y = ly + t * ldy;
        out.z = lz + t * ldz;
        break;
      }
      if (edged && sign > 0) {
        if (isLeaving) {
          isLeaving = d >= last;
          nearest = d;
          nearestAt = t;
          beforeAt = lastAt;
        } else if (d < nearest) {
          nearest = d;
          nearestAt = t;
          beforeAt = lastAt;
        } else if (d > nearest * 1.1) {
          // It has gone by the nearest point, which is found between the steps.
          const size = (nearestAt + travelled) * pixel;
          if (nearest < nearMiss * size) {
            let m = nearestAt;
            let edgeDistance = nearest;
            if (nearest < drawnMiss * size) {
              // The lowest point of the parabola through three points.
              const before = shape.distance(lx + beforeAt * ldx, ly + beforeAt * ldy, lz + beforeAt * ldz);
              const p = (nearestAt - beforeAt) * (nearest - d);
              const q = (nearestAt - t) * (nearest - before);
              const turn = p - q;
              if (Math.abs(turn) > 1e-12) {
                m = nearestAt - (0.5 * ((nearestAt - beforeAt) * p - (nearestAt - t) * q)) / turn;
                m = Math.min(Math.max(m, beforeAt), t);
                edgeDistance = Math.min(
                  edgeDistance,
                  shape.distance(lx + m * ldx, ly + m * ldy, lz + m * ldz),
                );
              }
            }
            edgeDistance /= (m + travelled) * pixel;
            if (edgeDistance < (edgeDistanceOf[placed.index] as number)) {
              edgeDistanceOf[placed.index] = edgeDistance;
              edgeAt[placed.index] = m;
            }
          }
          isLeaving = true;
        }
        lastAt = t;
        last = d;
      }
      t += d / fall;
      if (t > end) break;
    }
  }
  if (pixel === 0) return;
  // Only what went by in front of what was met has an edge here.
  for (const placed of among) {
    const edgeDistance = edgeDistanceOf[placed.index] as number;
    if (edgeDistance >= out.edgeDistance || (edgeAt[placed.index] as number) > out.t) continue;
    out.edgeDistance = edgeDistance;
    out.edgeBody = placed;
  }
}

/** The part of a light that reaches a point: 0 in full shadow. `spread`: how wide the light is, as a tangent. */
export function lightReaching(ray: Ray, among: readonly Placed[], reach: number, spread: number): number {
  let light = 1;
  for (const placed of among) {
    const kept = placed.body.shadow ?? 1;
    if (kept === 0 || !enterBounds(ray, placed, Math.min(reach * spread, 1.5))) continue;
    const lx = own[X] as number;
    const ly = own[Y] as number;
    const lz = own[Z] as number;
    const ldx = own[DX] as number;
    const ldy = own[DY] as number;
    const ldz = own[DZ] as number;
    const enter = own[ENTER] as number;
    const leave = own[LEAVE] as number;
    const end = Math.min(leave, reach);
    let t = Math.max(enter, 0.02);
    let part = 1;
    for (let step = 0; step < 90 && t < end; step++) {
      const d = placed.body.shape.distance(lx + t * ldx, ly + t * ldy, lz + t * ldz);
      // A body that is half over the light's disc lets half of it by.
      const clear = 0.5 + d / (2 * spread * t);
      if (clear < part) part = clear;
      if (part <= 0) break;
      t += Math.max(Math.abs(d) * 0.8, 0.02 + t * 0.01);
    }
    part = Math.max(part, 0);
    part = part * part * (3 - 2 * part);
    light *= 1 - kept * (1 - part);
    if (light < 0.004) return 0;
  }
  return light;
}

/** How open the sky is above a point: 1 when nothing is near. */
export function openness(x: number, y: number, z: number, n: Vector, among: readonly Placed[]): number {
  let closed = 0;
  let weight = 1;
  for (let step = 1; step <= 4; step++) {
    const h = 0.35 * step * step * 0.6;
    let d = h;
    for (const placed of among) {
      if ((placed.body.shadow ?? 1) < 0.6) continue;
      const one = distanceTo(placed, x + n.x * h, y + n.y * h, z + n.z * h);
      if (one < d) d = one;
    }
    closed += (weight * (h - d)) / h;
    weight *= 0.7;
  }
  const open = 1 - closed * 0.42;
  return Math.max(open, 0);
}
