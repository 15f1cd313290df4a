import { readRings } from './path-pieces.ts';

/** Outlines: a path in SVG's syntax, y up, units of cm, with its exact signed distance. */

/** What is known about the point of an outline that is nearest to another point. */
export interface Nearest {
  /** Signed distance, cm: negative inside. */
  distance: number;
  /** Length of the outline up to the point, cm. */
  along: number;
  /** Unit normal that points outwards, turned smoothly over what is not a corner. */
  normalX: number;
  normalY: number;
}

export interface Outline {
  bounds: { minX: number; minY: number; maxX: number; maxY: number };
  /** Signed distance, cm: exact near the outline, a lower bound elsewhere. */
  distance(x: number, y: number): number;
  nearest(x: number, y: number, out: Nearest): void;
  /** Lengths at which the outline has a corner: where a form has an edge. */
  corners: readonly number[];
}

/**
 * Reads `M L H V C Q Z` with absolute coordinates: `M0 0 L4 0 Q5 0 5 1 Z`.
 *
 * @param path a closed path; several subpaths are joined by the even-odd rule
 * @param axis true when the outline is turned around x = 0: what runs on this axis is no surface
 * @throws when a command is not known
 */
export function createOutline(path: string, { axis = false } = {}): Outline {
  const name = `${axis} ${path}`;
  let outline = outlines.get(name);
  if (!outline) {
    outline = measureOutline(path, axis);
    outlines.set(name, outline);
  }
  return outline;
}

/** A picture is drawn in several sizes by one thread. */
const outlines = new Map<string, Outline>();

function measureOutline(path: string, axis: boolean): Outline {
  const rings = readRings(path);
  const every = rings.flat();
  const surface = rings.map((ring) => ring.filter((p) => !(axis && p.ax < 1e-6 && p.bx < 1e-6)));
  const pieces = surface.flat();
  const count = pieces.length;
  const ax = Float64Array.from(pieces, (p) => p.ax);
  const ay = Float64Array.from(pieces, (p) => p.ay);
  const ex = Float64Array.from(pieces, (p) => p.bx - p.ax);
  const ey = Float64Array.from(pieces, (p) => p.by - p.ay);
  const length = ex.map((x, i) => Math.hypot(x, at(ey, i)));
  const start = new Float64Array(count);
  let total = 0;
  for (let i = 0; i < count; i++) {
    start[i] = total;
    total += at(length, i);
  }
  const isInside = (x: number, y: number): boolean => {
    let inside = false;
    for (const p of every) {
      if (p.ay > y !== p.by > y && x < ((p.bx - p.ax) * (y - p.ay)) / (p.by - p.ay) + p.ax) inside = !inside;
    }
    return inside;
  };

  // Normals of the pieces, and of their ends: averaged with the neighbour's unless there is a corner.
  const nx = new Float64Array(count);
  const ny = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const x = at(ey, i) / at(length, i);
    const y = -at(ex, i) / at(length, i);
    const reach = Math.min(0.002, at(length, i) * 0.05);
    const out = isInside(at(ax, i) + at(ex, i) / 2 + x * reach, at(ay, i) + at(ey, i) / 2 + y * reach)
      ? -1
      : 1;
    nx[i] = x * out;
    ny[i] = y * out;
  }
  const ends = new Float64Array(count * 8);
  const corners: number[] = [];
  let first = 0;
  for (const ring of surface) {
    for (let j = 0; j < ring.length; j++) {
      const i = first + j;
      const next = first + ((j + 1) % ring.length);
      const meets =
        Math.abs(at(ax, i) + at(ex, i) - at(ax, next)) + Math.abs(at(ay, i) + at(ey, i) - at(ay, next)) <
        1e-6;
      const cos = at(nx, i) * at(nx, next) + at(ny, i) * at(ny, next);
      const isSmooth = meets && cos > 0.86;
      if (meets && !isSmooth) corners.push(at(start, i) + at(length, i));
      const sx = at(nx, i) + at(nx, next);
      const sy = at(ny, i) + at(ny, next);
      const size = Math.hypot(sx, sy) || 1;
      // Of each piece: its shading normal at the start and end, then the normal that decides the side there.
      ends[i * 8 + 2] = isSmooth ? sx / size : at(nx, i);
      ends[i * 8 + 3] = isSmooth ? sy / size : at(ny, i);
      ends[next * 8] = isSmooth ? sx / size : at(nx, next);
      ends[next * 8 + 1] = isSmooth ? sy / size : at(ny, next);
      ends[i * 8 + 6] = meets ? sx / size : at(nx, i);
      ends[i * 8 + 7] = meets ? sy / size : at(ny, i);
      ends[next * 8 + 4] = meets ? sx / size : at(nx, next);
      ends[next * 8 + 5] = meets ? sy / size : at(ny, next);
      if (!meets) {
        ends[next * 8 + 4] = at(nx, next);
        ends[next * 8 + 5] = at(ny, next);
      }
    }
    first += ring.length;
  }

  // In arrays, because each number that is given to a closure's variable is an object to the engine.
  let bestPiece = 0;
  const best = new Float64Array(2);
  const [SQUARE, SHARE] = [0, 1] as const;
  const flat = new Float64Array(count * 5);
  for (let i = 0; i < count; i++) {
    flat.set([at(ax, i), at(ay, i), at(ex, i), at(ey, i), 1 / at(length, i) ** 2], i * 5);
  }
  const tryPiece = (i: number, x: number, y: number): void => {
    const o = i * 5;
    const px = x - (flat[o] as number);
    const py = y - (flat[o + 1] as number);
    const dx = flat[o + 2] as number;
    const dy = flat[o + 3] as number;
    let share = (px * dx + py * dy) * (flat[o + 4] as number);
    share = share < 0 ? 0 : Math.min(share, 1);
    const qx = px - share * dx;
    const qy = py - share * dy;
    const square = qx * qx + qy * qy;
    if (square < (best[SQUARE] as number)) {
      best[SQUARE] = square;
      bestPiece = i;
      best[SHARE] = share;
    }
  };
  const side = (x: number, y: number): number => {
    const i = bestPiece;
    const bestShare = best[SHARE] as number;
    const px = x - (ax[i] as number) - bestShare * (ex[i] as number);
    const py = y - (ay[i] as number) - bestShare * (ey[i] as number);
    const o = bestShare <= 0 ? 4 : bestShare >= 1 ? 6 : -1;
    const sx = o < 0 ? (nx[i] as number) : (ends[i * 8 + o] as number);
    const sy = o < 0 ? (ny[i] as number) : (ends[i * 8 + o + 1] as number);
    return px * sx + py * sy < 0 ? -1 : 1;
  };

  let minX = Number.POSITIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  for (const p of every) {
    minX = Math.min(minX, p.ax);
    minY = Math.min(minY, p.ay);
    maxX = Math.max(maxX, p.ax);
    maxY = Math.max(maxY, p.ay);
  }

  // A grid of distances, and at each node the nearest piece, from which the exact one is found.
  const cell = Math.max(maxX - minX, maxY - minY) / 280;
  const gridX = minX - 4 * cell;
  const gridY = minY - 4 * cell;
  const columns = Math.ceil((maxX - minX) / cell) + 10;
  const rows = Math.ceil((maxY - minY) / cell) + 10;
  const grid = new Float32Array(columns * rows);
  const owner = new Uint16Array(columns * rows);
  // Block by block: only the pieces that may be nearest to some place of a block are tried for its nodes.
  const block = 10;
  for (let top = 0; top < rows; top += block) {
    for (let left = 0; left < columns; left += block) {
      const half = ((block - 1) / 2) * cell;
      const x = gridX + left * cell + half;
      const y = gridY + top * cell + half;
      best[SQUARE] = Number.POSITIVE_INFINITY;
      for (let i = 0; i < count; i++) tryPiece(i, x, y);
      const reach = Math.sqrt(at(best, SQUARE)) + 2 * half * Math.SQRT2;
      const candidates: number[] = [];
      for (let i = 0; i < count; i++) {
        best[SQUARE] = reach * reach;
        bestPiece = -1;
        tryPiece(i, x, y);
        if (bestPiece === i) candidates.push(i);
      }
      for (let row = top; row < Math.min(top + block, rows); row++) {
        for (let column = left; column < Math.min(left + block, columns); column++) {
          best[SQUARE] = Number.POSITIVE_INFINITY;
          for (const i of candidates) tryPiece(i, gridX + column * cell, gridY + row * cell);
          owner[row * columns + column] = bestPiece;
          grid[row * columns + column] = Math.sqrt(at(best, SQUARE));
        }
      }
    }
  }
  // A node is inside when a row enters the outline an odd number of times before it.
  for (let row = 0; row < rows; row++) {
    const y = gridY + row * cell;
    const crossings = every
      .filter((p) => p.ay > y !== p.by > y)
      .map((p) => ((p.bx - p.ax) * (y - p.ay)) / (p.by - p.ay) + p.ax)
      .sort((one, other) => one - other);
    let passed = 0;
    for (let column = 0; column < columns; column++) {
      while (passed < crossings.length && (crossings[passed] as number) <= gridX + column * cell) passed++;
      if (passed % 2 === 1) grid[row * columns + column] = -at(grid, row * columns + column);
    }
  }
  /** Leaves the nearest piece behind; the pieces that own a cell's corners, and their neighbours, are candidates. */
  const searchCell = (node: number, x: number, y: number): void => {
    best[SQUARE] = Number.POSITIVE_INFINITY;
    const a = owner[node] as number;
    const b = owner[node + 1] as number;
    const c = owner[node + columns] as number;
    const d = owner[node + columns + 1] as number;
    const low = Math.min(a, b, c, d);
    const high = Math.max(a, b, c, d);
    if (high - low < 6) {
      for (let i = Math.max(low - 1, 0); i <= high + 1 && i < count; i++) tryPiece(i, x, y);
      if (low === 0) tryPiece(count - 1, x, y);
      if (high === count - 1) tryPiece(0, x, y);
      return;
    }
    tryAround(a, x, y);
    if (b !== a) tryAround(b, x, y);
    if (c !== a && c !== b) tryAround(c, x, y);
    if (d !== a && d !== b && d !== c) tryAround(d, x, y);
  };
  const tryAround = (i: number, x: number, y: number): void => {
    tryPiece(i, x, y);
    tryPiece(i === 0 ? count - 1 : i - 1, x, y);
    tryPiece(i === count - 1 ? 0 : i + 1, x, y);
  };
  const nodeOf = (x: number, y: number): number => {
    const column = Math.min(Math.max(Math.floor((x - gridX) / cell), 0), columns - 2);
    const row = Math.min(Math.max(Math.floor((y - gridY) / cell), 0), rows - 2);
    return row * columns + column;
  };

  return {
    bounds: { minX, minY, maxX, maxY },
    corners,
    distance(x, y) {
      const rawX = (x - gridX) / cell;
      const rawY = (y - gridY) / cell;
      const gx = rawX < 0 ? 0 : Math.min(rawX, columns - 1.001);
      const gy = rawY < 0 ? 0 : Math.min(rawY, rows - 1.001);
      const column = gx | 0;
      const row = gy | 0;
      const node = row * columns + column;
      const fx = gx - column;
      const fy = gy - row;
      const low = (grid[node] as number) * (1 - fx) + (grid[node + 1] as number) * fx;
      const high = (grid[node + columns] as number) * (1 - fx) + (grid[node + columns + 1] as number) * fx;
      const rough = low * (1 - fy) + high * fy;
      if (rawX !== gx || rawY !== gy) {
        // What is inside the grid is further from a point outside than its foot on the grid and than the grid.
        const outX = (rawX - gx) * cell;
        const outY = (rawY - gy) * cell;
        return Math.sqrt(outX * outX + outY * outY + rough * rough);
      }
      if (rough > 0.8 * cell) return rough - 0.1 * cell;
      if (rough < -0.8 * cell) return rough + 0.1 * cell;
      searchCell(node, x, y);
      return Math.sqrt(best[SQUARE] as number) * side(x, y);
    },
    nearest(x, y, out) {
      searchCell(nodeOf(x, y), x, y);
      const i = bestPiece;
      const f = best[SHARE] as number;
      out.distance = Math.sqrt(best[SQUARE] as number) * side(x, y);
      out.along = (start[i] as number) + f * (length[i] as number);
      const sx = (ends[i * 8] as number) * (1 - f) + (ends[i * 8 + 2] as number) * f;
      const sy = (ends[i * 8 + 1] as number) * (1 - f) + (ends[i * 8 + 3] as number) * f;
      const size = Math.hypot(sx, sy) || 1;
      out.normalX = sx / size;
      out.normalY = sy / size;
    },
  };
}

/** An element that is known to be there: the arrays' bounds are this module's own. */
const at = (list: Float64Array | Float32Array, index: number): number => list[index] as number;
