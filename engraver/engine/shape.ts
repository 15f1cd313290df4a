/** Where on a surface a point is: lengths in cm that lines can follow. */
export interface Chart {
  along: number;
  around: number;
}

export interface Vector {
  x: number;
  y: number;
  z: number;
}

/** A form in its own coordinates, in cm, y up. */
export interface Shape {
  bounds: readonly [minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number];
  /** Signed distance to the surface, never more than the true one. */
  distance(x: number, y: number, z: number): number;
  /** Unit normal of the surface near the point. */
  normal(x: number, y: number, z: number, out: Vector): void;
  chart(x: number, y: number, z: number, out: Chart): void;
  /** `around` comes back to its beginning after so much; 0 when it does not. */
  period: number;
  /** Of a height above ground, whose `distance` is measured upright: the steepest slope, rise over run. */
  steepest?: number;
  /** Values of `along` at which the form has an edge. */
  edges: readonly number[];
}

/** The normal of any distance function, by its differences. */
export const measureNormal = (
  distance: Shape['distance'],
  x: number,
  y: number,
  z: number,
  out: Vector,
  step = 0.002,
): void => {
  const a = distance(x + step, y - step, z - step);
  const b = distance(x - step, y - step, z + step);
  const c = distance(x - step, y + step, z - step);
  const d = distance(x + step, y + step, z + step);
  const nx = a - b - c + d;
  const ny = -a - b + c + d;
  const nz = -a + b - c + d;
  const size = Math.hypot(nx, ny, nz) || 1;
  out.x = nx / size;
  out.y = ny / size;
  out.z = nz / size;
};
