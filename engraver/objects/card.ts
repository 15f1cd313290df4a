import { extrusion } from '../bodies/extrusion.ts';
import { drawn } from '../drawn.ts';
import { drawLettering, joinLettering } from '../engine/lettering.ts';
import { scalePath } from '../engine/scale-path.ts';
import type { Body, Point, Scene } from '../engine/scene.ts';
import { step } from '../engine/shade.ts';
import { distanceToBand } from '../guilloche/bands.ts';
import { cardRosette } from '../guilloche/rosettes.ts';

const outline =
  'M-3.98 -2.7 L3.98 -2.7 Q4.28 -2.7 4.28 -2.4 L4.28 2.4 Q4.28 2.7 3.98 2.7 L-3.98 2.7 Q-4.28 2.7 -4.28 2.4 L-4.28 -2.4 Q-4.28 -2.7 -3.98 -2.7 Z';
const left = -3.6;
const chip = { x: -2.98, y: 0.36, wide: 1.26, high: 0.97 };
/** Middle and scale of the rosette, as on the card's face. */
const rosette = { x: 2.62, y: 1.66, scale: 0.00345 };

/** How far outside of a rectangle with round corners a place is, from its middle, cm. */
const outside = (x: number, y: number, wide: number, high: number, round: number): number => {
  const [across, up] = [Math.abs(x) - wide / 2 + round, Math.abs(y) - high / 2 + round];
  return Math.hypot(Math.max(across, 0), Math.max(up, 0)) + Math.min(Math.max(across, up), 0) - round;
};

/** Whether a place, from the chip's middle, is one of its contacts, and not a line between them. */
const isContact = (x: number, y: number, line: number): boolean => {
  const heart = Math.max(Math.abs(x) - 0.3, Math.abs(y) - 0.23);
  if (Math.abs(heart) < line) return false;
  if (heart < 0) return Math.abs(y) > line;
  return Math.abs(x) > 0.3 ? Math.abs(Math.abs(y) - 0.23) > line && Math.abs(y) > line : true;
};

/** The waves across the card: lines of one value. */
const waves = (x: number, y: number): number => {
  const [across, down] = [(x + 4.28) * 100, (2.7 - y) * 100];
  const around = Math.hypot((across - 690) / 250, (down - 104) / 270);
  return down - 13 * Math.sin(across / 118 + down / 170) - 52 * Math.exp(-around * around);
};

/** How a card is engraved where it is small. */
interface Fineness {
  /** Number of hairlines in a half of the rosette's outer band, and their width, cm. */
  hairlines: number;
  wide: number;
  /** Size of its small type and of its handle, cm. */
  small: number;
  handle: number;
  /** Half of the width of the frame's rule, and of the lines on the chip, cm. */
  rule: number;
  chipLine: number;
  /** How much larger than a card the whole is; 1 by default. */
  scale?: number;
}

/**
 * The red card, 8.6 by 5.4 cm, on its edge or lying: with no turn it stands upright, facing the camera. Its face is
 * the creators' card's, with fewer hairlines. Its words, its chip and one half of the rosette are the lines' own
 * colour on ink, and bare on paper.
 */
export function card(
  at: Point,
  turn: Point,
  ground: Scene['ground'],
  { hairlines, wide, small, handle, rule, chipLine, scale = 1 }: Fineness,
): Body[] {
  const fromLeft = { x: left, isFromLeft: true } as const;
  const words = joinLettering([
    drawLettering(drawn.name, { ...fromLeft, y: 1.62, size: 0.9, maxWidth: 3 }),
    drawLettering('@yourhandle', { ...fromLeft, y: -1.2, size: handle, face: 'sans' }),
    drawLettering('INVITATION ONLY', { ...fromLeft, y: -2.16, size: small, face: 'sans' }),
    drawLettering(drawn.city.toUpperCase(), {
      x: 2.9,
      y: -2.16,
      size: small,
      face: 'sans',
      maxWidth: 1.9,
    }),
  ]);
  const bands = cardRosette.bands.map((band) => ({
    ...band,
    // Those of the middle are so short that fewer are enough.
    hairlines: Math.round(band.outer[0] < 400 ? hairlines / 3 : hairlines),
  }));
  /** Share of a place that a half of the rosette's lines covers. */
  const rosetteAt = (x: number, y: number, ink: 'first' | 'second'): number => {
    const [dx, dy] = [(x - rosette.x) / rosette.scale, (rosette.y - y) / rosette.scale];
    let covered = 0;
    for (const band of bands) {
      if (band.ink !== ink) continue;
      const away = distanceToBand(band, dx, dy) * rosette.scale;
      covered = Math.max(covered, step(wide, wide * 0.5, away));
    }
    return covered;
  };
  return [
    {
      name: 'card',
      shape: extrusion(scalePath(outline, scale), 0.16 * scale, 0.06 * scale),
      at,
      turn,
      material: { kind: 'matte', light: ground === 'paper' ? 0.62 : 1.6, gloss: 0.3 },
      etch: (wx, wy, wz) => {
        const [x, y, z] = [wx / scale, wy / scale, wz / scale];
        // Its edge: a red line and a dark one.
        if (z < 0.05) return z > -0.01 ? 1 : 0;
        const written = words(x, y);
        if (written > 0.06) return -written;
        const [dx, dy] = [x - chip.x, y - chip.y];
        const fromChip = outside(dx, dy, chip.wide, chip.high, 0.16);
        if (fromChip < 0.045) return fromChip < 0 && isContact(dx, dy, chipLine) ? -1 : 0;
        const fromFrame = outside(x, y, 8.26, 5.1, 0.23);
        if (Math.abs(fromFrame) < rule) return -0.8;
        if (fromFrame > 0) return 0.9;
        const light = rosetteAt(x, y, 'first');
        if (light > 0.1) return -light;
        return (0.86 + 0.03 * (x + y)) * (1 - 0.6 * rosetteAt(x, y, 'second'));
      },
      lines: { field: ({ x, y }) => waves(x / scale, y / scale), pitch: 0.9 },
      isRed: true,
    },
  ];
}
