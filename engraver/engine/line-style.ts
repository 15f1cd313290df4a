import type { Placed } from './march-rays.ts';
import { airPeriod } from './sampler.ts';
import type { Composition, Fade } from './scene.ts';

/** How the lines of a body, or of the air, are drawn: what is the same at all its places. */
export interface LineStyle {
  isDrawn: boolean;
  isRed: boolean;
  pitch: number;
  /** Coverage from which lines cross; 1 for none. */
  crossFrom: number;
  hasCross: boolean;
  /** How far apart lines stand at most, in pitches; undefined: as is usual. */
  sparsest: number | undefined;
  /** After so much the fields come back to their beginning; 0: they do not. */
  periodU: number;
  periodV: number;
  contour: number;
  gap: number;
  ends: Fade | undefined;
  etch: ((x: number, y: number, z: number) => number) | undefined;
  bare: ((x: number, y: number, z: number) => number) | undefined;
}

/** Of one shape for every body, so that reading it for each pixel is quick. */
export const lineStyleOf = (one: Placed | undefined, air: Composition['air'], pitch: number): LineStyle => {
  const lines = one?.body.lines;
  const period = one ? one.body.shape.period : airPeriod;
  return {
    isDrawn: one !== undefined || air !== undefined,
    isRed: one?.body.isRed ?? false,
    pitch: pitch * ((lines ? lines.pitch : air?.pitch) ?? 1),
    crossFrom: lines?.cross ? (lines.crossFrom ?? 0.5) : 1,
    hasCross: lines?.cross !== undefined,
    sparsest: lines?.sparsest,
    periodU: lines?.field === 'around' ? period : 0,
    periodV: period,
    contour: lines?.contour ?? 1,
    gap: lines?.gap ?? 1,
    ends: one ? lines?.ends : air?.ends,
    etch: one?.body.etch,
    bare: one?.body.bare,
  };
};

/** Fine parts of an engraving, in pixels of the file. */
export interface LineWidths {
  /** Distance between lines. */
  pitch: number;
  /** No line is finer than this: where tone asks for less, it breaks. */
  finest: number;
}

/** Of one pixel. */
export interface Covered {
  lines: number;
  red: number;
}
