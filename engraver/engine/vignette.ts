import type { Fade } from './scene.ts';
import { step } from './shade.ts';

/**
 * Lines that thin out towards the sides of the frame that are named: each with the share of the frame that
 * this takes. A side that is not named is cut.
 */
export const fade =
  ({
    left = 0,
    right = 0,
    top = 0,
    bottom = 0,
  }: {
    left?: number;
    right?: number;
    top?: number;
    bottom?: number;
  }): Fade =>
  (x, y) => {
    // Two sides that meet round their corner.
    const end = x + raggedness(y);
    const across = Math.max(left > 0 ? 1 - end / left : 0, right > 0 ? 1 - (1 - end) / right : 0, 0);
    const down = Math.max(top > 0 ? 1 - y / top : 0, bottom > 0 ? 1 - (1 - y) / bottom : 0, 0);
    return step(1, 0, Math.hypot(across, down));
  };

/** Lines that lie across the picture do not all end above one another: a hand ends each where it likes. */
const raggedness = (y: number): number => 0.022 * (Math.sin(y * 1571) + Math.sin(y * 397 + 1));
