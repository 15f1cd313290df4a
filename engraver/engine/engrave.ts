import { type Crop, cropOf, wholeOf } from './frames.ts';
import { createLinePainter } from './line-painter.ts';
import type { Covered, LineWidths } from './line-style.ts';
import type { Placed } from './march-rays.ts';
import { rescale, type SampleGrid, sampleScene } from './sample-grid.ts';
import { bodyAndGlass, bodyIndex, createSampler, isBehindGlass, newSample, type Sampler } from './sampler.ts';
import type { Composition, Fade, Scene, Size } from './scene.ts';

/** How much of each pixel is covered: by lines, and by those that are red. */
export interface Engraving {
  width: number;
  height: number;
  lines: Uint8Array;
  red: Uint8Array;
}

export type Density = 1 | 2;

/** Where in a pixel at an edge the scene is sampled: no two in a row or column (antialiasing). */
const placesInPixel = {
  1: [
    [0.125, 0.625],
    [0.375, 0.125],
    [0.625, 0.875],
    [0.875, 0.375],
  ],
  2: [
    [0.25, 0.7],
    [0.75, 0.3],
  ],
} as const;

/** CSS px between two samples of the scene. Between them values are interpolated; at edges each pixel is sampled. */
const stride = 2;

/** Distance between lines and the finest of them, CSS px: on a screen of one pixel each, finer ones would run into grey. */
const lineWidths = { 1: { pitch: 3, finest: 0.62 }, 2: { pitch: 2.4, finest: 0.4 } } as const;

/** Draws the files of a scene. A camera's view is sampled once, for all sizes and densities. */
export function createEngraver(scene: Scene) {
  const grids = new Map<Size, SampleGrid>();

  const gridOf = (whole: Size, composition: Composition): SampleGrid => {
    const known = grids.get(whole);
    if (known) return known;
    // In pixels of the densest file, so that edges are known as exactly as any file needs.
    const [width, height] = [whole.width * 2, whole.height * 2];
    const grid = sampleScene(
      createSampler(composition, whole.camera, width, height),
      width,
      height,
      stride * 2,
    );
    grids.set(whole, grid);
    return grid;
  };

  return (size: Size, density: Density): Engraving => {
    const whole = wholeOf(size, scene.sizes);
    const composition = scene.compose(whole.camera);
    const crop = cropOf(size, whole, density);
    const grid = rescale(gridOf(whole, composition), crop.frameHeight / (whole.height * 2));
    const sampler = createSampler(composition, whole.camera, crop.frameWidth, crop.frameHeight);
    const widths = {
      pitch: lineWidths[density].pitch * density * (size.pitch ?? 1),
      finest: lineWidths[density].finest * density,
    };
    const framed = { ...composition, end: both(composition.end, size.end) };
    return engrave(grid, sampler, framed, scene.ground, widths, crop, placesInPixel[density]);
  };
}

const both =
  (a?: Fade, b?: Fade): Fade =>
  (x, y) =>
    (a?.(x, y) ?? 1) * (b?.(x, y) ?? 1);

/** Draws the lines of a sampled scene. */
export function engrave(
  grid: SampleGrid,
  sampler: Sampler,
  composition: Composition,
  ground: Scene['ground'],
  widths: LineWidths,
  crop: Crop,
  places: readonly (readonly [x: number, y: number])[] = placesInPixel[1],
): Engraving {
  const { left, top, width, height } = crop;
  const lines = new Uint8Array(width * height);
  const red = new Uint8Array(width * height);
  const painter = createLinePainter(grid, composition, ground, widths, crop);
  const sample = newSample();
  const out: Covered = { lines: 0, red: 0 };
  const { columns, rows } = grid;
  const cells: (Cell | undefined)[] = [];
  const placeSize = 1 / Math.sqrt(places.length);
  for (let y = 0; y < height; y++) {
    const row = Math.min(Math.floor((top + y + 0.5) / grid.stride), rows - 2);
    for (let x = 0; x < width; x++) {
      const column = Math.min(Math.floor((left + x + 0.5) / grid.stride), columns - 2);
      const node = row * columns + column;
      let cell = cells[node];
      if (!cell) {
        cell = readCell(grid, node, widths);
        if (cell === plainCell && painter.isBlank(node)) cell = blankCell;
        cells[node] = cell;
      }
      if (cell.is === 'blank') continue;
      const px = left + x;
      const py = top + y;
      if (cell.is === 'plain') painter.drawPlain(px + 0.5, py + 0.5, node, out);
      else if (cell.is === 'near an edge') {
        sampler.sampleAt(px + 0.5, py + 0.5, sample, cell.among);
        painter.draw(sample, px + 0.5, py + 0.5, 1, out);
      } else {
        let a = 0;
        let b = 0;
        for (const [dx, dy] of places) {
          sampler.sampleAt(px + dx, py + dy, sample, cell.among);
          painter.draw(sample, px + dx, py + dy, placeSize, out);
          a += out.lines / places.length;
          b += out.red / places.length;
        }
        out.lines = a;
        out.red = b;
      }
      lines[y * width + x] = Math.round(out.lines * 255);
      red[y * width + x] = Math.round(out.red * 255);
    }
  }
  return { width, height, lines, red };
}

interface Cell {
  /**
   * Plain: values between its nodes are interpolated. Blank: plain, and without a line. Near an edge: the outline of a
   * body beside it may run through it. On an edge: two bodies meet in it.
   */
  is: 'plain' | 'blank' | 'near an edge' | 'on an edge';
  /** The bodies that may be seen in it; undefined: all. */
  among?: readonly Placed[];
}

const plainCell: Cell = { is: 'plain' };
const blankCell: Cell = { is: 'blank' };

/** What is known of a cell of the grid by the nodes at its corners. */
function readCell(
  { kinds, edgeDistance, edgeBody, placed, columns, stride: wide }: SampleGrid,
  node: number,
  widths: LineWidths,
): Cell {
  const corners = [node, node + 1, node + columns, node + columns + 1];
  const kind = kinds[node] as number;
  const edge = edgeBody[node] as number;
  const isOneKind = corners.every((corner) => kinds[corner] === kind);
  const hasOneEdge = corners.every((corner) => edgeBody[corner] === edge);
  // Within this distance of an edge, its outline or the gap beside it is drawn.
  const close = wide * 1.5 + widths.finest * 5;
  if (isOneKind && (hasOneEdge || corners.every((corner) => (edgeDistance[corner] as number) > close)))
    return plainCell;
  // What is refracted by glass in several ways is one body all the same: it has no edge there.
  const isOneBody = corners.every(
    (corner) => ((kinds[corner] as number) & bodyAndGlass) === (kind & bodyAndGlass),
  );
  const is = isOneBody ? 'near an edge' : 'on an edge';
  if (corners.some((corner) => isBehindGlass(kinds[corner] as number))) return { is };
  const indexes = new Set(
    corners.flatMap((corner) => [bodyIndex(kinds[corner] as number), edgeBody[corner] as number]),
  );
  return { is, among: placed.filter(({ index }) => indexes.has(index)) };
}
