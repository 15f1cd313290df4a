const circleSteps = 24;

/** A straight piece of a path. */
export interface Piece {
  ax: number;
  ay: number;
  bx: number;
  by: number;
}

/**
 * Reads `M L H V C Q Z` with absolute coordinates: `M0 0 L4 0 Q5 0 5 1 Z`; curves become straight pieces.
 *
 * @returns its subpaths, each closed
 * @throws when a command is not known
 */
export function readRings(path: string): Piece[][] {
  const rings: Piece[][] = [];
  let ring: Piece[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const lineTo = (bx: number, by: number): void => {
    if (Math.hypot(bx - x, by - y) > 1e-7) ring.push({ ax: x, ay: y, bx, by });
    x = bx;
    y = by;
  };
  const close = (): void => {
    if (ring.length === 0) return;
    lineTo(startX, startY);
    rings.push(ring);
    ring = [];
  };
  for (const [, command = '', list = ''] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const n = (list.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? []).map(Number);
    const take = (size: number): number[][] =>
      Array.from({ length: n.length / size }, (_, i) => n.slice(i * size, (i + 1) * size));
    if (command === 'M') {
      close();
      [x = 0, y = 0] = n;
      [startX, startY] = [x, y];
      for (const [bx = 0, by = 0] of take(2).slice(1)) lineTo(bx, by);
    } else if (command === 'L') for (const [bx = 0, by = 0] of take(2)) lineTo(bx, by);
    else if (command === 'H') for (const [bx = 0] of take(1)) lineTo(bx, y);
    else if (command === 'V') for (const [by = 0] of take(1)) lineTo(x, by);
    else if (command === 'C') {
      for (const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] of take(6)) curveTo(x1, y1, x2, y2, x3, y3);
    } else if (command === 'Q') {
      for (const [qx = 0, qy = 0, x3 = 0, y3 = 0] of take(4)) {
        curveTo(
          x + ((qx - x) * 2) / 3,
          y + ((qy - y) * 2) / 3,
          x3 + ((qx - x3) * 2) / 3,
          y3 + ((qy - y3) * 2) / 3,
          x3,
          y3,
        );
      }
    } else if (command === 'Z') close();
    else throw new Error(`An outline's path has the command ${command}; it may have M L H V C Q Z.`);
  }
  close();
  return rings;

  function curveTo(x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): void {
    const [x0, y0] = [x, y];
    const turn = Math.abs(
      Math.atan2(
        (x1 - x0) * (y3 - y2) - (y1 - y0) * (x3 - x2),
        (x1 - x0) * (x3 - x2) + (y1 - y0) * (y3 - y2),
      ),
    );
    const steps = Math.max(4, Math.min(40, Math.ceil((turn / Math.PI) * circleSteps) + 4));
    for (let i = 1; i <= steps; i++) {
      const t = i / steps;
      const s = 1 - t;
      lineTo(
        s * s * s * x0 + 3 * s * s * t * x1 + 3 * s * t * t * x2 + t * t * t * x3,
        s * s * s * y0 + 3 * s * s * t * y1 + 3 * s * t * t * y2 + t * t * t * y3,
      );
    }
  }
}
