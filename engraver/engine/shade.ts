import {
  cast,
  type Hit,
  lightReaching,
  newHit,
  openness,
  type Placed,
  place,
  type Ray,
  turnOut,
} from './march-rays.ts';
import type { Body, Camera, Composition, Point } from './scene.ts';
import type { Vector } from './shape.ts';

export interface Light {
  /** Brightness of the dark room and its window in a direction. */
  room(dx: number, dy: number, dz: number): number;
  /** How much a surface faces the window, 0 to 1. */
  soften(nx: number, ny: number, nz: number): number;
  /** Brightness of an opaque surface that a ray has met; 1 is white. */
  shade(hit: Hit, ray: Ray, mirrors?: number): number;
  /** Brightness that comes back along a ray from opaque bodies or the room. */
  radiance(ray: Ray, mirrors: number): number;
}

const windowBrightness = 7;

/** The direction of the window, and its sides. */
const axesOf = (window: Composition['light']['window']) => {
  const w = unit(window);
  const right = unit([w[2], 0, -w[0]]);
  const up = [
    w[1] * right[2] - w[2] * right[1],
    w[2] * right[0] - w[0] * right[2],
    w[0] * right[1] - w[1] * right[0],
  ] as const;
  return { w, right, up };
};

/** How far inside a pane a place of the window is: tall, of two by four panes. */
const insidePane = (u: number, v: number): number => {
  const bars = Math.min(Math.abs(u) - 0.015, Math.abs(Math.abs(v) - 0.26) - 0.015, Math.abs(v) - 0.015);
  return Math.min(0.2 - Math.abs(u), 0.52 - Math.abs(v), bars);
};

/**
 * The window that a polished body turned on a lathe mirrors on ink, with sharp edges, as its etch: bare panes with dark bars. A mirrored light
 * is otherwise as sharp as the samples of the scene are close, too coarse for panes of a few pixels.
 */
export function etchWindow(
  body: Body,
  window: Composition['light']['window'],
  { from: eye }: Camera,
): NonNullable<Body['etch']> {
  const { shape, at } = body;
  const { w, right, up } = axesOf(window);
  const placed = place(body, 0);
  const n: Vector = { x: 0, y: 0, z: 0 };
  const spot: Vector = { x: 0, y: 0, z: 0 };
  // A turned body faces away from its axis: half-way to the eye and half-way to the window where it mirrors.
  const toEye = unit([eye[0] - at[0], eye[1] - at[1], eye[2] - at[2]]);
  const half = unit([toEye[0] + w[0], toEye[1] + w[1], toEye[2] + w[2]]);
  const [rowX, , rowZ] = placed.rows;
  const [faceX, , faceZ] = unit([dot(rowX, half), 0, dot(rowZ, half)]);
  return (x, y, z) => {
    if (faceX * x + faceZ * z < 0.8 * Math.hypot(x, z)) return 1;
    shape.normal(x, y, z, n);
    turnOut(placed, n);
    spot.x = x;
    spot.y = y;
    spot.z = z;
    turnOut(placed, spot);
    const [dx, dy, dz] = unit([spot.x + at[0] - eye[0], spot.y + at[1] - eye[1], spot.z + at[2] - eye[2]]);
    const twice = 2 * (n.x * dx + n.y * dy + n.z * dz);
    const mirrored = [dx - twice * n.x, dy - twice * n.y, dz - twice * n.z] as const;
    const ahead = dot(mirrored, w);
    if (ahead < 0.5) return 1;
    const u = dot(mirrored, right) / ahead;
    const v = dot(mirrored, up) / ahead;
    if (insidePane(u, v) > 0) {
      // A few of the body's lines go on through it, thicker further down.
      const gap = 0.1 + 0.22 * step(0.4, -0.5, v);
      return (((y / 0.19) % 1) + 1) % 1 < gap ? 0 : -1;
    }
    const away = Math.max(Math.abs(u) - 0.2, Math.abs(v) - 0.52);
    if (away < 0) return 0;
    // Beside it the light that was measured too coarsely is taken back.
    return away < 0.05 ? 0.5 : 1;
  };
}

const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export function createLight(scene: Composition, placed: readonly Placed[]): Light {
  const opaque = placed.filter((one) => !one.isClear);
  const casters = placed.filter((one) => (one.body.shadow ?? 1) > 0 && one.body.material.kind !== 'flame');
  const lit = scene.light;
  const { w, right, up } = axesOf(lit.window);

  const room = (dx: number, dy: number, dz: number): number => {
    let light = 0.03 + 0.05 * Math.max(0, dy);
    const ahead = dx * w[0] + dy * w[1] + dz * w[2];
    if (ahead > 0.05) {
      const u = (dx * right[0] + dy * right[1] + dz * right[2]) / ahead;
      const v = (dx * up[0] + dy * up[1] + dz * up[2]) / ahead;
      // The window's panes, and the soft light around it.
      const pane = insidePane(u, v);
      light +=
        lit.windowLight *
        (windowBrightness * step(0, 0.02, pane) * (0.7 + 0.5 * v) + 0.5 * Math.exp(-2.2 * (u * u + v * v)));
    }
    // A tall narrow light behind and to the other side: the rim that a photographer would set.
    const across = -(dx * right[0] + dy * right[1] + dz * right[2]);
    const back = dx * -w[0] + dz * -w[2];
    if (back > 0.1 && Math.abs(dy) < 0.8)
      light += 1.4 * lit.windowLight * step(0.06, 0.0, Math.abs(across / back - 1.0) - 0.08);
    return light;
  };

  const normal: Vector = { x: 0, y: 0, z: 0 };
  const toLight: Ray = { x: 0, y: 0, z: 0, dx: 0, dy: 0, dz: 0 };

  const shade = (hit: Hit, ray: Ray, mirrors = 1): number => {
    const { placed: one } = hit;
    if (!one) return room(ray.dx, ray.dy, ray.dz);
    const { material, shape, gain = 1 } = one.body;
    if (material.kind === 'flame') return 1.4 * gain;
    // No light falls on it: what would keep it out need not be sought.
    if (material.kind === 'matte' && material.light === 0 && !material.gloss)
      return gain * (material.glow ?? 0) * (material.shade?.(hit.x, hit.y, hit.z) ?? 1);
    const px = ray.x + hit.t * ray.dx;
    const py = ray.y + hit.t * ray.dy;
    const pz = ray.z + hit.t * ray.dz;
    shape.normal(hit.x, hit.y, hit.z, normal);
    turnOut(one, normal);
    const facing = normal.x * ray.dx + normal.y * ray.dy + normal.z * ray.dz;
    const side = facing > 0 ? -1 : 1;
    const nx = normal.x * side;
    const ny = normal.y * side;
    const nz = normal.z * side;
    const n = { x: nx, y: ny, z: nz };
    const open = openness(px, py, pz, n, casters);
    if (material.kind === 'metal') {
      const seen = mirrors > 0 ? mirror(px, py, pz, n, ray, mirrors - 1) : room(ray.dx, -ray.dy, ray.dz);
      const soft = Math.max(0, nx * w[0] + ny * w[1] + nz * w[2]) ** 1.5 * lit.windowLight;
      return gain * material.light * (seen * 0.8 * (0.4 + 0.6 * open) + soft * 0.55 * open + 0.03);
    }
    if (material.kind === 'glass' || material.kind === 'liquid') return 0;
    let light = lit.ambient * open;
    toLight.x = px + nx * 0.02;
    toLight.y = py + ny * 0.02;
    toLight.z = pz + nz * 0.02;
    const sun = nx * w[0] + ny * w[1] + nz * w[2];
    if (sun > -0.15) {
      toLight.dx = w[0];
      toLight.dy = w[1];
      toLight.dz = w[2];
      light += lit.windowLight * ((sun + 0.15) / 1.15) * lightReaching(toLight, casters, 120, 0.09);
    }
    if (lit.candle) {
      const { at, reach } = lit.candle;
      const cx = at[0] - px;
      const cy = at[1] - py;
      const cz = at[2] - pz;
      const away = Math.hypot(cx, cy, cz);
      const cos = (nx * cx + ny * cy + nz * cz) / away;
      if (cos > 0) {
        toLight.dx = cx / away;
        toLight.dy = cy / away;
        toLight.dz = cz / away;
        const dim = 1 + (away / reach) ** 2;
        light += (lit.candle.light * cos * lightReaching(toLight, casters, away, 0.03)) / dim;
      }
    }
    let tone = (material.light * light + (material.glow ?? 0)) * (material.shade?.(hit.x, hit.y, hit.z) ?? 1);
    if (material.gloss && mirrors > 0) {
      const grazing = (1 + Math.min(0, -Math.abs(facing))) ** 4;
      tone += material.gloss * (0.05 + 0.6 * grazing) * mirror(px, py, pz, n, ray, 0);
    }
    return gain * tone;
  };

  const mirror = (x: number, y: number, z: number, n: Vector, ray: Ray, mirrors: number): number => {
    const twice = 2 * (n.x * ray.dx + n.y * ray.dy + n.z * ray.dz);
    return radiance(
      {
        x: x + n.x * 0.01,
        y: y + n.y * 0.01,
        z: z + n.z * 0.01,
        dx: ray.dx - twice * n.x,
        dy: ray.dy - twice * n.y,
        dz: ray.dz - twice * n.z,
      },
      mirrors,
    );
  };

  const radiance = (ray: Ray, mirrors: number): number => {
    const hit = newHit();
    cast(ray, opaque, 0, hit);
    return shade(hit, ray, mirrors);
  };

  const soften = (nx: number, ny: number, nz: number): number =>
    Math.max(0, 0.3 + 0.7 * (nx * w[0] + ny * w[1] + nz * w[2])) ** 1.5;

  return { room, soften, shade, radiance };
}

export const unit = ([x, y, z]: readonly [number, number, number]): [number, number, number] => {
  const size = Math.hypot(x, y, z);
  return [x / size, y / size, z / size];
};

/** 0 below `from`, 1 above `to`, smooth between; either may be the greater. */
export const step = (from: number, to: number, value: number): number => {
  const share = Math.min(Math.max((value - from) / (to - from), 0), 1);
  return share * share * (3 - 2 * share);
};
