import { cast, distanceTo, type Hit, newHit, type Placed, type Ray, turnOut } from './march-rays.ts';
import type { Light } from './shade.ts';
import type { Vector } from './shape.ts';

/** What one look into the scene ends at, and the glass that it went through. */
export interface View {
  /** The opaque body or the drink; null for air. */
  placed: Placed | null;
  /** The place on it, in its own coordinates. */
  x: number;
  y: number;
  z: number;
  /** Where the look goes on to where it ends in the air. */
  dx: number;
  dy: number;
  dz: number;
  /** How often it was bent. */
  bends: number;
  /** The first glass it went through, with the place on it. */
  glass: Placed | null;
  gx: number;
  gy: number;
  gz: number;
  /** Pixels to the nearest edge in front, and whose it is. */
  edgeDistance: number;
  edgeBody: Placed | null;
  /** Brightness of what it ends at, and of what glass mirrors before it. Only where asked for. */
  tone: number;
  mirrored: number;
}

export const newView = (): View => ({
  placed: null,
  x: 0,
  y: 0,
  z: 0,
  dx: 0,
  dy: 0,
  dz: 0,
  bends: 0,
  glass: null,
  gx: 0,
  gy: 0,
  gz: 0,
  edgeDistance: 1e6,
  edgeBody: null,
  tone: 0,
  mirrored: 0,
});

const mostBends = 9;

/** Traces rays through glass and drink, refracted at each surface by Snell's law. */
export function createViewTracer(placed: readonly Placed[], light: Light, pixel: number) {
  const clear = placed.filter((one) => one.isClear);
  const liquids = clear.filter((one) => one.body.material.kind === 'liquid');
  const glasses = clear.filter((one) => one.body.material.kind === 'glass');
  const hit: Hit = newHit();
  const n: Vector = { x: 0, y: 0, z: 0 };
  const ray: Ray = { x: 0, y: 0, z: 0, dx: 0, dy: 0, dz: 0 };

  /** What a point is in. The drink goes first: it is drawn a little into its glass, so that nothing is between. */
  const mediumAt = (x: number, y: number, z: number): Placed | null => {
    for (const one of liquids) if (distanceTo(one, x, y, z) < 0) return one;
    for (const one of glasses) if (distanceTo(one, x, y, z) < 0) return one;
    return null;
  };

  return function look(from: Ray, out: View, withTone: boolean, among = placed): void {
    ray.x = from.x;
    ray.y = from.y;
    ray.z = from.z;
    ray.dx = from.dx;
    ray.dy = from.dy;
    ray.dz = from.dz;
    out.placed = null;
    out.glass = null;
    out.bends = 0;
    out.tone = 0;
    out.mirrored = 0;
    out.edgeDistance = 1e6;
    out.edgeBody = null;
    let medium: Placed | null = null;
    let weight = 1;
    let travelled = 0;
    let liquid = false;
    for (let bend = 0; ; bend++) {
      // In glass, nothing but glass and drink comes next.
      cast(
        ray,
        medium !== null ? clear : bend === 0 ? among : placed,
        medium === null ? pixel : 0,
        hit,
        travelled,
      );
      if (!liquid && hit.edgeDistance < out.edgeDistance && (bend === 0 || !hit.edgeBody?.isClear)) {
        out.edgeDistance = hit.edgeDistance;
        out.edgeBody = hit.edgeBody;
      }
      const { placed: met } = hit;
      if (!met?.isClear || bend === mostBends) {
        if (!liquid) {
          out.placed = met;
          out.x = hit.x;
          out.y = hit.y;
          out.z = hit.z;
          out.dx = ray.dx;
          out.dy = ray.dy;
          out.dz = ray.dz;
        }
        if (withTone && met) {
          const seen = met.isClear ? 0 : light.shade(hit, ray);
          out.tone += weight * seen;
        } else if (withTone && liquid) out.tone += weight * light.room(ray.dx, ray.dy, ray.dz);
        return;
      }
      const { material } = met.body;
      if (material.kind === 'liquid' && !liquid && medium?.body.material.kind !== 'liquid') {
        liquid = true;
        out.placed = met;
        out.x = hit.x;
        out.y = hit.y;
        out.z = hit.z;
        if (!withTone) return;
      }
      if (out.glass === null && material.kind === 'glass' && !liquid) {
        out.glass = met;
        out.gx = hit.x;
        out.gy = hit.y;
        out.gz = hit.z;
      }
      travelled += hit.t;
      const px = ray.x + hit.t * ray.dx;
      const py = ray.y + hit.t * ray.dy;
      const pz = ray.z + hit.t * ray.dz;
      met.body.shape.normal(hit.x, hit.y, hit.z, n);
      turnOut(met, n);
      let cos = -(n.x * ray.dx + n.y * ray.dy + n.z * ray.dz);
      if (cos < 0) {
        n.x = -n.x;
        n.y = -n.y;
        n.z = -n.z;
        cos = -cos;
      }
      const after = mediumAt(px - n.x * 0.008, py - n.y * 0.008, pz - n.z * 0.008);
      const n1 = indexOf(medium);
      const n2 = indexOf(after);
      let through = true;
      if (n1 !== n2) {
        const ratio = n1 / n2;
        const square = 1 - ratio * ratio * (1 - cos * cos);
        through = square > 0;
        const bent = through ? Math.sqrt(square) : 0;
        const reflected = through ? fresnel(cos) : 1;
        const mx = ray.dx + 2 * cos * n.x;
        const my = ray.dy + 2 * cos * n.y;
        const mz = ray.dz + 2 * cos * n.z;
        if (withTone && through) {
          const seen = weight * reflected * light.room(mx, my, mz);
          if (liquid) out.tone += seen;
          else out.mirrored += seen;
        }
        out.bends = bend + 1;
        if (through) {
          const k = ratio * cos - bent;
          ray.dx = ratio * ray.dx + k * n.x;
          ray.dy = ratio * ray.dy + k * n.y;
          ray.dz = ratio * ray.dz + k * n.z;
          weight *= 1 - reflected;
        } else {
          ray.dx = mx;
          ray.dy = my;
          ray.dz = mz;
          weight *= 0.9;
        }
        const size = Math.hypot(ray.dx, ray.dy, ray.dz);
        ray.dx /= size;
        ray.dy /= size;
        ray.dz /= size;
      }
      const away = through ? -0.004 : 0.004;
      ray.x = px + n.x * away;
      ray.y = py + n.y * away;
      ray.z = pz + n.z * away;
      if (through) medium = after;
      if (withTone && liquid && through && n1 !== n2 && after?.body.material.kind === 'liquid') {
        // Its own colour, lit where the light falls on it, dims what comes through.
        const { light: own } = after.body.material;
        out.tone += weight * own * (0.25 + 1.5 * light.soften(n.x, n.y, n.z));
        weight *= 0.6;
      }
    }
  };
}

const indexOf = (medium: Placed | null): number => {
  const material = medium?.body.material;
  return material?.kind === 'glass' || material?.kind === 'liquid' ? material.index : 1;
};

/** Share of light that glass mirrors, by Schlick: of real glass, also where an easier bend keeps the lines in order. */
const fresnel = (cos: number): number => 0.04 + 0.96 * (1 - cos) ** 5;
