import { box } from '../bodies/box.ts';
import { extrusion } from '../bodies/extrusion.ts';
import type { Body, Point } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { cakeDrawing } from './cake-drawing.ts';
import { dishDrawing } from './dish-drawing.ts';
import { fishDrawing } from './fish-drawing.ts';

/** The photograph of a post: where its middle is on the screen, and its height, cm. Below `table` is a table. */
const photo = { y: 0.75, high: 8, table: -3.1 };

/** Half a line of text, as long and as thick as that. */
const isLine = (x: number, y: number, from: number, to: number, thick: number): boolean =>
  x > from && x < to && Math.abs(y) < thick;

/** Round picture, name, place; below the photograph a comment and a share, and two lines of words. */
const isMark = (x: number, y: number): boolean => {
  const r = Math.hypot(x + 2.2, y - 5.75);
  if (r < 0.46 || (r > 0.56 && r < 0.68)) return true;
  const comment = Math.hypot(x + 1.15, y + 4);
  return (
    isLine(x, y - 6, -1.2, 1.2, 0.13) ||
    isLine(x, y - 5.45, -1.2, 0.3, 0.09) ||
    (comment > 0.3 && comment < 0.44) ||
    isLine(x, y + 5, -2.7, 2.5, 0.12) ||
    isLine(x, y + 5.55, -2.7, 1.3, 0.12)
  );
};

const heart =
  'M0 -.55 C-.25 -.3 -.62 -.02 -.62 .27 C-.62 .5 -.45 .62 -.3 .62 C-.15 .62 -.05 .54 0 .4 C.05 .54 .15 .62 .3 .62 C.45 .62 .62 .5 .62 .27 C.62 -.02 .25 -.3 0 -.55 Z';

/** What the photograph is of: a dish on a bright screen, as paper asks for, with dark words; the others on a dark one. */
export type PostOf = 'cake' | 'fish' | 'dish';

const drawings = {
  cake: cakeDrawing,
  // As wide as the screen.
  fish: (at: Point, turn: Point) => fishDrawing(at, turn, 0.76),
  dish: dishDrawing,
} as const;

/**
 * A screen, 6.5 by 14 cm, with a post: a photograph, with a heart below it.
 *
 * @param on a place so far in front of the screen's middle, and so far up and right on it
 */
export function post(
  on: (front: number, up: number, right: number) => Point,
  turn: Point,
  of: PostOf = 'cake',
): Body[] {
  const isBright = of === 'dish';
  return [
    {
      name: 'screen',
      shape: box(6.5, 14, 0.1, 0.04),
      at: on(0, 0, 0),
      turn,
      material: isBright
        ? { kind: 'matte', light: 0.05, glow: 0.98 }
        : { kind: 'matte', light: 0, glow: 0.02 },
      etch: (x, y) => (isMark(x, y) ? (isBright ? 0 : -1) : 1),
      // On a dark screen its outline would be a chain of dashes beside that of the phone.
      lines: { field: ({ y }) => y, pitch: 0.9, contour: isBright ? 0.6 : 0 },
    },
    {
      name: 'photograph on the screen',
      shape: box(6.5, photo.high, 0.04, 0.01),
      at: on(0.06, photo.y, 0),
      turn,
      material: { kind: 'matte', light: 0.05, glow: 1 },
      // A wall and a table, lit from the left, with the shadow of the plate.
      etch: (x, y) => {
        // The table from above.
        if (of !== 'cake') return 0.3 + 0.3 * step(4, -4, x - y);
        if (y > photo.high / 2 - 0.09) return -1;
        if (y > photo.table) return 0.42 * step(2.5, -4, x + y);
        return Math.hypot(x - 0.8, (y + 2.9) * 4.5) < 2.7 ? 0 : 0.35 + 0.5 * step(2, -3, x);
      },
      lines: { field: ({ y }) => y, contour: isBright ? 0.6 : 0, pitch: 0.8 },
      shadow: 0,
    },
    ...drawings[of](on(0.12, photo.y, 0), turn),
    {
      name: 'heart',
      shape: extrusion(heart, 0.06, 0.005),
      at: on(0.06, -4, -2.3),
      turn,
      material: { kind: 'matte', light: 0, glow: isBright ? 0.62 : 1 },
      lines: { field: ({ y }) => y, contour: 0, pitch: 0.7 },
      isRed: true,
      shadow: 0,
    },
  ];
}
