import type { Size } from './scene.ts';

/** The part of the largest size with the same view that a file shows: the scene is sampled once for both. */
export interface Crop {
  /** Upper left corner, and size, in pixels of the file. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** The whole frame, in the same pixels. */
  frameWidth: number;
  frameHeight: number;
}

/** Rounding of sizes to whole pixels may let a frame stick out by so much, as a share of its side. */
const slack = 0.02;

/** A size's frame on the plane at distance 1 from the eye. */
const planeOf = ({ camera: { view, shift = [0, 0] }, width, height }: Size) => {
  const tall = 2 * Math.tan((view * Math.PI) / 360);
  const wide = (tall * width) / height;
  return { left: shift[0] * tall - wide / 2, top: shift[1] * tall + tall / 2, wide, tall };
};

const isWithin = (size: Size, whole: Size): boolean => {
  if (String([size.camera.from, size.camera.to]) !== String([whole.camera.from, whole.camera.to]))
    return false;
  const a = planeOf(size);
  const b = planeOf(whole);
  const [across, down] = [slack * b.wide, slack * b.tall];
  return (
    a.left >= b.left - across &&
    a.left + a.wide <= b.left + b.wide + across &&
    a.top <= b.top + down &&
    a.top - a.tall >= b.top - b.tall - down
  );
};

/** For each size the one whose frame it lies in: itself, or a larger one. */
export const wholeOf = (size: Size, sizes: readonly Size[]): Size =>
  sizes
    .filter((other) => other.width * other.height > size.width * size.height && isWithin(size, other))
    .sort((a, b) => b.width * b.height - a.width * a.height)[0] ?? size;

/** What a file shows of the whole. */
export function cropOf(size: Size, whole: Size, density: number): Crop {
  const [own, all] = [planeOf(size), planeOf(whole)];
  const width = Math.round(size.width * density);
  const height = Math.round(size.height * density);
  const scale = height / own.tall;
  const [frameWidth, frameHeight] = [all.wide * scale, all.tall * scale];
  const inside = (value: number, most: number): number => Math.max(Math.min(value, most), 0);
  return {
    left: inside((own.left - all.left) * scale, frameWidth - width),
    top: inside((all.top - own.top) * scale, frameHeight - height),
    width,
    height,
    frameWidth,
    frameHeight,
  };
}
