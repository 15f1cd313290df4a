import type { Shape } from './shape.ts';

export type Point = readonly [x: number, y: number, z: number];

export type Material =
  /** Cloth, paper, china, wax. `gloss`: how much of the lights it mirrors, 0 to 1. `glow`: light of its own. `shade`: what multiplies both. */
  | {
      kind: 'matte';
      light: number;
      gloss?: number;
      glow?: number;
      shade?: (x: number, y: number, z: number) => number;
    }
  /** Polished metal: what it mirrors is traced. */
  | { kind: 'metal'; light: number }
  | { kind: 'glass'; index: number }
  /** What fills a glass. `light`: how bright it is of its own colour. */
  | { kind: 'liquid'; index: number; light: number }
  | { kind: 'flame' };

/** A place on a body that a line field may use: its chart, and its own coordinates in cm. */
export interface Spot {
  along: number;
  around: number;
  x: number;
  y: number;
  z: number;
}

export type Field = 'along' | 'around' | ((spot: Spot) => number);

/** How a body is engraved. */
export interface Lines {
  /** Lines are the level sets of this. */
  field: Field;
  /** A second field, which crosses where the tone asks for more than the first can give. */
  cross?: Field;
  /** Coverage from which the second field crosses, 0 to 1. */
  crossFrom?: number;
  /** Factor on the picture's distance between lines. */
  pitch?: number;
  /**
   * How far apart lines stand at most, in pitches, where the tone asks for less than the finest of them; 3 by default.
   * 1: none ends before the others, all get fainter.
   */
  sparsest?: number;
  /** Factor on the picture's width of outlines; 0 for none. */
  contour?: number;
  /** Factor on the gap that lines behind it leave beside its outline; 1 by default, 0 for none. */
  gap?: number;
  /**
   * Share of the way to where the lines end at a place of the frame: 0 before, 1 where none is left. Between, each
   * tapers to a point of its own.
   */
  ends?: Fade;
}

export interface Body {
  name: string;
  shape: Shape;
  at: Point;
  /** Degrees around x, then y, then z. */
  turn?: Point;
  material: Material;
  lines: Lines;
  /** True of what is printed red. */
  isRed?: boolean;
  /** True of a table, a floor, a wall: the vignette fades it. What stands on it is cut by the frame alone. */
  isGround?: boolean;
  /** Share of light that its shadow keeps out; 1 by default. */
  shadow?: number;
  /**
   * What is written or drawn on it, by its own coordinates: a factor on the tone. 1: nothing is drawn; 0: dark; above 1
   * (on paper only): lighter. Below 0: the bare line colour, as on gilding; on what is red on paper, the bare paper.
   */
  etch?: (x: number, y: number, z: number) => number;
  /** Share of a place that its lines leave out, by its own coordinates: the edge of what is drawn so is as smooth as the share. */
  bare?: (x: number, y: number, z: number) => number;
  /** Brighter or darker than the light would have it. */
  gain?: number;
}

/** Air that glows around a light: circles around it, fading. */
export interface Air {
  around: Point;
  /** Brightness at a distance from it, in heights of the frame. */
  tone: (distance: number, angle: number) => number;
  pitch?: number;
  /** As of a body's lines. */
  ends?: Fade;
}

export interface Camera {
  from: Point;
  to: Point;
  /** Degrees, of the frame's height. */
  view: number;
  /** Moves the frame, in its heights. */
  shift?: readonly [across: number, up: number];
}

/** One size of a picture: as large as it is shown, so that its lines keep their distance on every screen. */
export interface Size {
  /** Width of the browser's window, CSS px, from which this one is shown; the first of a scene is shown from 0. */
  from: number;
  /** Size at which it is shown, CSS px; where it is shown larger or smaller, its lines grow or shrink with it. */
  width: number;
  height: number;
  camera: Camera;
  /** Factor on the distance between lines in this size. */
  pitch?: number;
  /** Pixels of the file per CSS px. Without 2, dense screens show the file that the size before it has for them. */
  densities: readonly (1 | 2)[];
  /** What remains of all lines in this size alone, beside the composition's own `end`. */
  end?: Fade;
}

/** Share of the lines that remains at a place of the frame, 0 to 1 from left to right and from top to bottom. */
export type Fade = (x: number, y: number) => number;

/** What stands in front of the camera. */
export interface Composition {
  light: {
    /** Direction of the light that comes through a window, and how bright it is. */
    window: Point;
    windowLight: number;
    /** A point of light, such as a flame or a bulb. */
    candle?: { at: Point; light: number; reach: number };
    ambient: number;
  };
  air?: Air;
  bodies: readonly Body[];
  /** How much of the ground's and the air's lines remains at a place of the frame, 0 to 1 from left to right and from top to bottom. */
  vignette?: Fade;
  /** The same for everything. */
  end?: Fade;
}

/** A picture: one file in `scenes/`. */
export interface Scene {
  /** What it stands on: light lines for ink and for red, dark lines for paper. */
  ground: 'ink' | 'paper' | 'red';
  /** Largest share of the picture that its lines may cover, 0 to 1; 0.6 by default. */
  mostLines?: number;
  sizes: readonly Size[];
  /** The same bodies for every camera; only a reflection that is drawn on one (`etch`) may differ. */
  compose(camera: Camera): Composition;
}
