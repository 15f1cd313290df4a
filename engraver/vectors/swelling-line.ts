/** A place on a line, and the line's thickness there, measured vertically. */
interface LinePoint {
  x: number;
  y: number;
  thick: number;
}

export const at = (x: number, y: number, thick: number): LinePoint => ({ x, y, thick });

const round = (value: number): number => +value.toFixed(1);

/** A line that swells, as engravers cut it: the outline of its two sides, as path data. */
export const swelling = (nodes: readonly LinePoint[]): string => {
  const upper = nodes.map(({ x, y, thick }) => [round(x), round(y - thick / 2)] as const);
  const lower = nodes.map(({ x, y, thick }) => [round(x), round(y + thick / 2)] as const).reverse();
  return `M${[...upper, ...lower].map(([x, y]) => `${x} ${y}`).join(' ')}z`;
};

/** From one number to the other; a share below 0 or above 1 stops at the ends. */
export const mix = (from: number, to: number, share: number): number =>
  from + (to - from) * Math.min(1, Math.max(0, share));
