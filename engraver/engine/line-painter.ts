import type { Crop } from './frames.ts';
import { type Covered, type LineStyle, type LineWidths, lineStyleOf } from './line-style.ts';
import { drawLayer } from './lines.ts';
import type { Placed } from './march-rays.ts';
import type { SampleGrid } from './sample-grid.ts';
import { bodyIndex, glassIndex, newSample, type Sample } from './sampler.ts';
import type { Composition, Scene } from './scene.ts';
import { step } from './shade.ts';
import { measureSlopes, wrap } from './slopes.ts';

/** What is drawn at a place, read from the grid's nodes around it. */
interface Local {
  /** Coverage that the body's lines and the glass's lines are asked for. */
  asked: number;
  mirrored: number;
  /** How fast the fields run across the screen, per pixel. */
  slopeU: number;
  slopeV: number;
  slopeW: number;
  /** False where no node near is seen the same way. */
  isKnown: boolean;
}

/** Draws what a sample shows: the lines of its body, of the glass in front, and the outline of what is near. */
export function createLinePainter(
  grid: SampleGrid,
  scene: Composition,
  ground: Scene['ground'],
  widths: LineWidths,
  crop: Crop,
) {
  const { stride, columns, rows, kinds, placed } = grid;
  const onPaper = ground === 'paper';
  const slopes = measureSlopes(grid);
  const airStyle = lineStyleOf(undefined, scene.air, widths.pitch);
  const lineStyles = Array.from({ length: 64 }, (_, index) => {
    const one = placed[index];
    return one ? lineStyleOf(one, undefined, widths.pitch) : airStyle;
  });
  const lineStyleAt = (kind: number): LineStyle => lineStyles[bodyIndex(kind)] ?? airStyle;
  const local: Local = { asked: 0, mirrored: 0, slopeU: 0, slopeV: 0, slopeW: 0, isKnown: true };

  /** What the fades leave of a body, or of the air, at a place. */
  const keepAt = (px: number, py: number, one: Placed | undefined): number => {
    const x = (px - crop.left) / crop.width;
    const y = (py - crop.top) / crop.height;
    const end = scene.end?.(x, y) ?? 1;
    return one && !one.body.isGround ? end : end * (scene.vignette?.(x, y) ?? 1);
  };

  // What the light asks for at each node, after the vignette.
  const asked = new Float32Array(kinds.length);
  const mirrored = new Float32Array(kinds.length);
  for (let node = 0; node < kinds.length; node++) {
    const keep = keepAt(
      (node % columns) * stride,
      Math.floor(node / columns) * stride,
      placed[bodyIndex(kinds[node] as number)],
    );
    const light = deepen(grid.tone[node] as number);
    asked[node] = clamp(onPaper ? 1 - light : light) * keep;
    mirrored[node] = onPaper ? 0 : step(0.02, 0.3, grid.mirrored[node] as number) * keep;
  }

  /** Between four nodes that are all seen the same way. */
  const readPlain = (node: number, fx: number, fy: number): void => {
    const a = (1 - fx) * (1 - fy);
    const b = fx * (1 - fy);
    const c = (1 - fx) * fy;
    const d = fx * fy;
    const n1 = node + 1;
    const n2 = node + columns;
    const n3 = n2 + 1;
    local.isKnown = true;
    local.asked =
      a * (asked[node] as number) +
      b * (asked[n1] as number) +
      c * (asked[n2] as number) +
      d * (asked[n3] as number);
    local.slopeU =
      a * (slopes.u[node] as number) +
      b * (slopes.u[n1] as number) +
      c * (slopes.u[n2] as number) +
      d * (slopes.u[n3] as number);
    local.slopeV =
      a * (slopes.v[node] as number) +
      b * (slopes.v[n1] as number) +
      c * (slopes.v[n2] as number) +
      d * (slopes.v[n3] as number);
    if (glassIndex(kinds[node] as number) < 0) return;
    local.slopeW =
      a * (slopes.w[node] as number) +
      b * (slopes.w[n1] as number) +
      c * (slopes.w[n2] as number) +
      d * (slopes.w[n3] as number);
    local.mirrored =
      a * (mirrored[node] as number) +
      b * (mirrored[n1] as number) +
      c * (mirrored[n2] as number) +
      d * (mirrored[n3] as number);
  };

  /** Between nodes that are seen in several ways: from those that are seen as this place is. */
  const readMixed = (px: number, py: number, kind: number): void => {
    const column = Math.min(Math.floor(px / stride), columns - 2);
    const row = Math.min(Math.floor(py / stride), rows - 2);
    const fx = px / stride - column;
    const fy = py / stride - row;
    let [same, sameBody, sameGlass, all, found] = [0, 0, 0, 0, 0];
    let [u, v, w, tone, anyTone, shine] = [0, 0, 0, 0, 0, 0];
    for (let corner = 0; corner < 4; corner++) {
      const node = (row + (corner >> 1)) * columns + column + (corner & 1);
      const weight = (corner & 1 ? fx : 1 - fx) * (corner >> 1 ? fy : 1 - fy) + 1e-6;
      const other = kinds[node] as number;
      all += weight;
      anyTone += weight * (asked[node] as number);
      // The same body by another way through glass is near enough for its tone.
      if (bodyIndex(other) === bodyIndex(kind)) {
        sameBody += weight;
        tone += weight * (asked[node] as number);
      }
      if (glassIndex(other) === glassIndex(kind)) {
        sameGlass += weight;
        w += weight * (slopes.w[node] as number);
        shine += weight * (mirrored[node] as number);
      }
      if (other !== kind) continue;
      found++;
      same += weight;
      u += weight * (slopes.u[node] as number);
      v += weight * (slopes.v[node] as number);
    }
    local.asked = sameBody > 0 ? tone / sameBody : anyTone / all;
    local.slopeW = sameGlass > 0 ? w / sameGlass : 0;
    local.mirrored = sameGlass > 0 ? shine / sameGlass : 0;
    local.slopeU = u / same;
    local.slopeV = v / same;
    // What glass refracts into loose pixels has no lines of its own.
    local.isKnown = found > (kind >> 11 > 0 ? 2 : 0);
    if (found === 0 && glassIndex(kind) < 0) readNear(column, row, kind);
  };
  const readNear = (column: number, row: number, kind: number): void => {
    for (let y = Math.max(row - 1, 0); y <= row + 2 && y < rows; y++) {
      for (let x = Math.max(column - 1, 0); x <= column + 2 && x < columns; x++) {
        const node = y * columns + x;
        if (kinds[node] !== kind) continue;
        local.isKnown = true;
        local.slopeU = slopes.u[node] as number;
        local.slopeV = slopes.v[node] as number;
        return;
      }
    }
  };

  /**
   * What is written at a place: the share that is dark, the share that stands in the bare line colour, and what
   * the rest's light is multiplied by, as a sum over that rest; and the share without lines. Shares, so that lines stop cleanly at a letter.
   */
  const writing = { dark: 0, bare: 0, rest: 1, leftOut: 0 };
  const clearWriting = (): void => {
    writing.dark = 0;
    writing.bare = 0;
    writing.rest = 0;
    writing.leftOut = 0;
  };
  const readWriting = (etched: number, of: number): void => {
    if (etched < 0) {
      const bare = Math.min(-etched, 1);
      writing.bare += bare / of;
      writing.rest += (1 - bare) / of;
    } else if (etched === 0) writing.dark += 1 / of;
    else writing.rest += etched / of;
  };

  /** Further from an edge than this, in pixels, neither its outline nor the gap beside it is drawn. */
  const edgeReach = widths.finest * 9;

  /** Whether `drawPlain` draws nothing at all in the square of the grid whose first node this is. */
  const isBlank = (node: number): boolean => {
    const kind = kinds[node] as number;
    if (lineStyleAt(kind).etch) return false;
    for (let corner = 0; corner < 4; corner++) {
      const at = node + (corner >> 1) * columns + (corner & 1);
      if ((asked[at] as number) > 0) return false;
      if ((grid.edgeBody[at] as number) >= 0 && (grid.edgeDistance[at] as number) < edgeReach) return false;
      if (glassIndex(kind) >= 0 && (mirrored[at] as number) > 0) return false;
    }
    return true;
  };

  /** Draws by the nodes around, without looking into the scene again. */
  const drawPlain = (px: number, py: number, node: number, out: Covered): void => {
    const kind = kinds[node] as number;
    const style = lineStyleAt(kind);
    const fx = px / stride - (node % columns);
    const fy = py / stride - Math.floor(node / columns);
    plain.kind = kind;
    plain.u = mix(grid.u, node, columns, fx, fy, style.periodU);
    plain.v = style.hasCross ? mix(grid.v, node, columns, fx, fy, style.periodV) : 0;
    plain.w = glassIndex(kind) >= 0 ? mix(grid.w, node, columns, fx, fy, 0) : 0;
    plain.edgeBody = grid.edgeBody[node] as number;
    plain.edgeDistance = plain.edgeBody >= 0 ? mix(grid.edgeDistance, node, columns, fx, fy, 0) : 1e6;
    readPlain(node, fx, fy);
    clearWriting();
    if (style.etch || style.bare) {
      for (const [dx, dy] of quarters) {
        const sx = fx + dx / stride;
        const sy = fy + dy / stride;
        const x = mix(grid.x, node, columns, sx, sy, 0);
        const y = mix(grid.y, node, columns, sx, sy, 0);
        const z = mix(grid.z, node, columns, sx, sy, 0);
        if (style.etch) readWriting(style.etch(x, y, z), quarters.length);
        if (style.bare) writing.leftOut += style.bare(x, y, z) / quarters.length;
      }
    }
    drawLocal(plain, px, py, 1, out);
  };
  const plain = newSample();

  const draw = (s: Sample, px: number, py: number, size: number, out: Covered): void => {
    readMixed(px, py, s.kind);
    clearWriting();
    const { etch, bare } = lineStyleAt(s.kind);
    if (etch) readWriting(etch(s.x, s.y, s.z), 1);
    if (bare) writing.leftOut = bare(s.x, s.y, s.z);
    drawLocal(s, px, py, size, out);
  };

  /** On paper a red body is printed twice: a red plate, and dark lines over it. */
  const hasPlate = (style: LineStyle): boolean => onPaper && style.isRed;

  /** Share of a place that a body's lines cover, where they are asked for so much. */
  const coverAt = (s: Sample, style: LineStyle, tone: number, size: number, end: number): number => {
    const { pitch, crossFrom, sparsest } = style;
    const glass = glassIndex(s.kind);
    if (!local.isKnown) {
      if (glass < 0) return tone;
      return onPaper ? 0 : drawLayer(s.w, local.slopeW, tone * 0.5, pitch, widths.finest, size);
    }
    const first = tone <= crossFrom ? tone : crossFrom + (tone - crossFrom) * 0.55;
    const covered = drawLayer(s.u, local.slopeU, first, pitch, widths.finest, size, sparsest, end);
    const second = tone <= crossFrom ? 0 : (1 - (1 - tone) / (1 - first)) * step(0.5, 0, end);
    if (second <= 0.02) return covered;
    // At its full number from the first: fewer and further apart these lines would be a net.
    return 1 - (1 - covered) * (1 - drawLayer(s.v, local.slopeV, second, pitch, widths.finest, size, 1));
  };

  const drawLocal = (s: Sample, px: number, py: number, size: number, out: Covered): void => {
    const style = lineStyleAt(s.kind);
    const glass = glassIndex(s.kind);
    out.lines = 0;
    out.red = 0;
    let wanted = local.asked;
    const unwritten = style.etch ? Math.max(1 - writing.dark - writing.bare, 0) : 1;
    if (style.etch && unwritten > 0) {
      const light = writing.rest / unwritten;
      wanted = onPaper ? clamp(1 - (1 - wanted) * light) : wanted * light;
    }
    let contour = 0;
    let gap = 0;
    // The outline of what is in front, with a gap beside it.
    const hasEdge = s.edgeBody >= 0 && s.edgeDistance < edgeReach && s.edgeBody !== bodyIndex(s.kind);
    const edged = lineStyles[hasEdge ? s.edgeBody : 0] ?? airStyle;
    if (hasEdge) {
      const keep = keepAt(px, py, placed[s.edgeBody]);
      const wide = edged.contour * widths.finest * 1.5 * Math.min(1, keep * 1.5);
      if (wide > 0) {
        contour = clamp((wide - s.edgeDistance) / size + 0.5) * Math.min(1, keep * 6);
        if (edged.gap > 0) {
          const beside = widths.finest * edged.gap;
          gap = step(wide + beside * 2.2, wide + beside * 0.8, s.edgeDistance);
          wanted *= 1 - gap;
        }
      }
    }
    if (wanted > 0 && style.isDrawn) {
      const end = style.ends?.((px - crop.left) / crop.width, (py - crop.top) / crop.height) ?? 0;
      if (hasPlate(style)) {
        const plate = step(...plateFrom, wanted);
        out.red = plate === 1 ? 1 : coverAt(s, style, plate, size, end);
        out.lines = coverAt(s, style, plateLines(wanted), size, end);
      } else if (style.isRed) out.red = coverAt(s, style, wanted, size, end);
      else out.lines = coverAt(s, style, wanted, size, end);
    }
    if (unwritten < 1) {
      const dark = onPaper ? writing.dark * (1 - gap) : 0;
      // On a plate what is bare is left open, so that the paper shows.
      const bare = hasPlate(style) ? 0 : writing.bare;
      out.red = out.red * unwritten + (style.isRed ? dark : 0);
      out.lines = out.lines * unwritten + (style.isRed && !onPaper ? 0 : dark) + bare;
    }
    out.lines *= 1 - writing.leftOut;
    out.red *= 1 - writing.leftOut;
    if (glass >= 0 && local.mirrored > 0) {
      const { pitch } = lineStyles[glass] ?? airStyle;
      const shine = drawLayer(s.w, local.slopeW, local.mirrored, pitch, widths.finest, size);
      out.lines = 1 - (1 - out.lines) * (1 - shine);
    }
    if (contour > 0 && edged.isRed && !onPaper) {
      out.lines *= 1 - contour;
      out.red = 1 - (1 - out.red) * (1 - contour);
    } else if (contour > 0) {
      out.red *= 1 - contour;
      out.lines = 1 - (1 - out.lines) * (1 - contour);
    }
  };

  return { draw, drawPlain, isBlank };
}

/** Where in a pixel writing is looked up, from its middle. */
const quarters = [
  [-0.25, -0.25],
  [0.25, -0.25],
  [-0.25, 0.25],
  [0.25, 0.25],
] as const;

/** A field between four nodes; one that comes back to its beginning is followed past it. */
const mix = (
  list: Float32Array,
  node: number,
  columns: number,
  fx: number,
  fy: number,
  period: number,
): number => {
  const a = list[node] as number;
  let b = (list[node + 1] as number) - a;
  let c = (list[node + columns] as number) - a;
  let d = (list[node + columns + 1] as number) - a;
  if (period > 0) {
    b = wrap(b, period);
    c = wrap(c, period);
    d = wrap(d, period);
  }
  return a + b * fx * (1 - fy) + c * (1 - fx) * fy + d * fx * fy;
};

/** Darks a little deeper than light makes them. */
const deepen = (tone: number): number => (tone <= 0 ? 0 : tone ** 1.2 * 1.1);

/** Coverage asked for at which the red plate begins, and from which it is whole. */
const plateFrom = [0.06, 0.3] as const;
/** Coverage of a plate by the dark lines over it. */
const plateLines = (asked: number): number => 0.85 * clamp((asked - 0.4) / 0.6);

const clamp = (value: number): number => (value < 0 ? 0 : Math.min(value, 1));
