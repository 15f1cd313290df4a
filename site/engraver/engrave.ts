import { createLinePainter } from './line-painter.ts';
import type { Placed } from './march-rays.ts';
import { bodyAndGlass, bodyIndex, newSample, type SampleGrid, sampleScene } from './sample-grid.ts';
import type { Composition, Scene, Size } from './scene.ts';

/** Fine parts of an engraving, in pixels of the file. */
export interface LineWidths {
  /** Distance between lines. */
  pitch: number;
  /** No line is finer than this: where tone asks for less, it breaks. */
  finest: number;
}

/** How much of each pixel is covered: by lines, and by those that are red. */
export interface Engraving {
  width: number;
  height: number;
  lines: Uint8Array;
  red: Uint8Array;
}

export interface Covered {
  lines: number;
  red: number;
}

/** Where in a pixel at an edge it is looked again: no two in a row or column. */
const within = [
  [0.125, 0.625],
  [0.375, 0.125],
  [0.625, 0.875],
  [0.875, 0.375],
] as const;

/** Pixels between two looks into a scene; what lies between is smooth, and where it is not it is looked at again. */
const stride = { 1: 2, 2: 4 } as const;

/** Distance between lines and the finest of them, CSS px: on a screen of one pixel each, finer ones would run into grey. */
const lineWidths = { 1: { pitch: 3, finest: 0.62 }, 2: { pitch: 2.4, finest: 0.4 } } as const;

/** Makes one file's worth of a picture. */
export function engraveSize(scene: Scene, size: Size, density: 1 | 2): Engraving {
  const width = Math.round(size.width * density);
  const height = Math.round(size.height * density);
  const widths = {
    pitch: lineWidths[density].pitch * density * (size.pitch ?? 1),
    finest: lineWidths[density].finest * density,
  };
  const composition = scene.compose(size);
  const grid = sampleScene(composition, size.camera, width, height, stride[density]);
  return engrave(grid, composition, scene.ground, widths, width, height);
}

/** Draws the lines of what was surveyed. */
export function engrave(
  grid: SampleGrid,
  composition: Composition,
  ground: Scene['ground'],
  widths: LineWidths,
  width: number,
  height: number,
): Engraving {
  const lines = new Uint8Array(width * height);
  const red = new Uint8Array(width * height);
  const painter = createLinePainter(grid, composition, ground, widths, width, height);
  const sample = newSample();
  const out: Covered = { lines: 0, red: 0 };
  const { stride, columns } = grid;
  for (let top = 0; top < height; top += stride) {
    for (let left = 0; left < width; left += stride) {
      const node = (top / stride) * columns + left / stride;
      const cell = readCell(grid, node, widths);
      for (let y = top; y < top + stride && y < height; y++) {
        for (let x = left; x < left + stride && x < width; x++) {
          if (cell.is === 'plain') painter.drawPlain(x + 0.5, y + 0.5, node, out);
          else if (cell.is === 'near an edge') {
            grid.sampleAt(x + 0.5, y + 0.5, sample, cell.among);
            painter.draw(sample, x + 0.5, y + 0.5, 1, out);
          } else {
            let a = 0;
            let b = 0;
            for (const [dx, dy] of within) {
              grid.sampleAt(x + dx, y + dy, sample, cell.among);
              painter.draw(sample, x + dx, y + dy, 0.5, out);
              a += out.lines / within.length;
              b += out.red / within.length;
            }
            out.lines = a;
            out.red = b;
          }
          lines[y * width + x] = Math.round(out.lines * 255);
          red[y * width + x] = Math.round(out.red * 255);
        }
      }
    }
  }
  return { width, height, lines, red };
}

interface Cell {
  /** Plain: what lies between its nodes follows from them. Near an edge: an outline may run through it. */
  is: 'plain' | 'near an edge' | 'on an edge';
  /** What may be seen in it; undefined: anything. */
  among?: readonly Placed[];
}

const plainCell: Cell = { is: 'plain' };

/** What is known of a cell of the grid by the nodes at its corners. */
function readCell(
  { kinds, miss, missed, placed, columns, stride }: SampleGrid,
  node: number,
  widths: LineWidths,
): Cell {
  const corners = [node, node + 1, node + columns, node + columns + 1];
  const kind = kinds[node] as number;
  const edge = missed[node] as number;
  const isOneWay = corners.every((corner) => kinds[corner] === kind);
  const hasOneEdge = corners.every((corner) => missed[corner] === edge);
  // Nearer to an edge than this, its outline or the gap beside it is drawn.
  const close = stride * 1.5 + widths.finest * 5;
  if (isOneWay && (hasOneEdge || corners.every((corner) => (miss[corner] as number) > close)))
    return plainCell;
  // Of what is seen through glass by several ways, no way has an edge.
  const isOneBody = corners.every(
    (corner) => ((kinds[corner] as number) & bodyAndGlass) === (kind & bodyAndGlass),
  );
  const is = isOneBody ? 'near an edge' : 'on an edge';
  if (corners.some((corner) => (kinds[corner] as number) >> 6 > 0)) return { is };
  const indexes = new Set(
    corners.flatMap((corner) => [bodyIndex(kinds[corner] as number), missed[corner] as number]),
  );
  return { is, among: placed.filter(({ index }) => indexes.has(index)) };
}
