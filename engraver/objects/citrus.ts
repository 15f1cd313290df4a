const segments = 9;
/** Fine lines of the flesh, in a segment. */
const fibres = 7;

/**
 * Whether a place of a cut citrus fruit is one of its dark lines: around its segments, which have round corners, and
 * fine ones in them, which run out from the middle. The rest, skins and pith, is bare. Within 0.11 radii of the rind,
 * nothing is drawn.
 */
export const isCitrusLine = (x: number, y: number, radius: number): boolean => {
  const r = Math.hypot(x, y);
  const part = (Math.atan2(x, y) / (2 * Math.PI)) * segments + 0.3;
  const fromSkin = Math.abs(part - Math.round(part)) * ((2 * Math.PI) / segments) * r;
  const inside = Math.min(fromSkin - 0.05, 0.89 * radius - r, r - 0.18);
  if (inside < 0) return false;
  if (inside < 0.055) return true;
  const fibre = part * fibres;
  return (
    Math.abs(fibre - Math.round(fibre)) < 0.16 && Math.abs(Math.sin(5 * r + 2.4 * Math.round(fibre))) > 0.45
  );
};
