import { extrusion } from '../bodies/extrusion.ts';
import { scalePath } from '../engine/scale-path.ts';
import type { Body, Point } from '../engine/scene.ts';

/** An ellipse as the outline of an extrusion. */
export const ellipse = (x: number, y: number, wide: number, high: number): string => {
  // How far a Bézier curve's control points stand for a quarter of a circle.
  const [a, b] = [wide * 0.5523, high * 0.5523];
  return `M${x - wide} ${y} C${x - wide} ${y + b} ${x - a} ${y + high} ${x} ${y + high} C${x + a} ${y + high} ${x + wide} ${y + b} ${x + wide} ${y} C${x + wide} ${y - b} ${x + a} ${y - high} ${x} ${y - high} C${x - a} ${y - high} ${x - wide} ${y - b} ${x - wide} ${y} Z`;
};

export const circle = (x: number, y: number, r: number): string => ellipse(x, y, r, r);

interface FlatDrawing {
  /** Name of its parts. */
  name: string;
  at: Point;
  turn: Point;
  /** By how much a layer lies over the one before it, cm. */
  step: number;
  contour: number;
  /** How much larger than drawn the whole is; 1 by default. */
  scale?: number;
}

/** One part of the drawing, in layer 0 or over it; its brightness is its own, as that of a screen or a photograph. */
type DrawPart = (
  layer: number,
  path: string,
  brightness: (x: number, y: number) => number,
  lines: Body['lines'],
  isRed?: boolean,
) => Body;

/** Draws the parts of a flat picture. */
export const flatDrawing =
  ({ name, at, turn, step, contour, scale = 1 }: FlatDrawing): DrawPart =>
  (layer, path, brightness, lines, isRed = false) => ({
    name,
    shape: extrusion(scalePath(path, scale), 0.05 + step * layer, 0.005),
    at,
    turn,
    material: { kind: 'matte', light: 0.05, glow: 1 },
    etch: (x, y) => brightness(x / scale, y / scale),
    lines: { contour, pitch: 0.75, ...lines },
    isRed,
    shadow: 0,
  });
