import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkitten';
import { readRings } from './path-pieces.ts';

const require = createRequire(import.meta.url);

const files = {
  roman: require.resolve('@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2'),
  italic: require.resolve('@fontsource/instrument-serif/files/instrument-serif-latin-400-italic.woff2'),
  sans: require.resolve('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
  mono: require.resolve('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-600-normal.woff2'),
};

type Face = keyof typeof files;

const openFont = (face: Face): Font => {
  const font = create(readFileSync(files[face]));
  if (font.isCollection) throw new Error(`${files[face]} holds several fonts; a picture's text needs one.`);
  return font;
};

/** Dots of the bitmap to the em, and lines of each dot that are sampled. */
const dots = 72;
const sublines = 3;

/** How much of a place is inside letters, 0 to 1. */
export type Lettering = (x: number, y: number) => number;

/**
 * A line of type, `size` cm to the em, the middle of its baseline at `x`, `y`, or its start where `isFromLeft`. A text
 * that would be wider than `maxWidth`, cm, is set smaller.
 */
export function drawLettering(
  text: string,
  {
    x = 0,
    y = 0,
    size,
    face = 'roman',
    isFromLeft = false,
    maxWidth = Number.POSITIVE_INFINITY,
  }: { x?: number; y?: number; size: number; face?: Face; isFromLeft?: boolean; maxWidth?: number },
): Lettering {
  const font = openFont(face);
  const scale = dots / font.unitsPerEm;
  const glyphs = font.glyphsForString(text);
  const width = Math.ceil(glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0) * scale) + 4;
  const below = Math.ceil(0.3 * dots);
  const height = Math.ceil(1.3 * dots);
  const bitmap = new Float32Array(width * height);
  let left = 2;
  for (const glyph of glyphs) {
    // No part of a glyph crosses another of its own, so what is entered an odd number of times is inside.
    const pieces = readRings(glyph.path.toSVG()).flat();
    for (let line = 0; line < height * sublines; line++) {
      const level = ((line + 0.5) / sublines - below) / scale;
      const crossings = pieces
        .filter(({ ay, by }) => ay > level !== by > level)
        .map(({ ax, ay, bx, by }) => (ax + ((level - ay) / (by - ay)) * (bx - ax)) * scale + left)
        .sort((a, b) => a - b);
      const row = Math.floor(line / sublines) * width;
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        const [from = 0, to = 0] = crossings.slice(i, i + 2);
        for (let dot = Math.max(0, Math.floor(from)); dot < Math.min(width, Math.ceil(to)); dot++) {
          bitmap[row + dot] =
            (bitmap[row + dot] as number) + (Math.min(dot + 1, to) - Math.max(dot, from)) / sublines;
        }
      }
    }
    left += glyph.advanceWidth * scale;
  }
  const perCm = dots / Math.min(size, (maxWidth * dots) / width);
  return (px, py) => {
    const gx = (px - x) * perCm + (isFromLeft ? 0 : width / 2) - 0.5;
    const gy = (py - y) * perCm + below - 0.5;
    if (gx < 0 || gy < 0 || gx >= width - 1 || gy >= height - 1) return 0;
    const column = gx | 0;
    const row = gy | 0;
    const i = row * width + column;
    const fx = gx - column;
    const fy = gy - row;
    const low = (bitmap[i] as number) * (1 - fx) + (bitmap[i + 1] as number) * fx;
    const high = (bitmap[i + width] as number) * (1 - fx) + (bitmap[i + width + 1] as number) * fx;
    return Math.min(1, low * (1 - fy) + high * fy);
  };
}

/** Writing as a body's etch: 0 inside its letters, 1 beside them. */
export const etchOf =
  (lettering: Lettering) =>
  (x: number, y: number): 0 | 1 =>
    lettering(x, y) > 0.5 ? 0 : 1;

/** Several lines of type as one. */
export const joinLettering =
  (lines: readonly Lettering[]): Lettering =>
  (x, y) => {
    let covered = 0;
    for (const line of lines) covered = Math.max(covered, line(x, y));
    return covered;
  };

/** The outlines of a line of type as a path, y up, `size` cm to the em: the middle of its capitals at 0. */
export function outlineLettering(text: string, face: Face, size: number): string {
  const font = openFont(face);
  const scale = size / font.unitsPerEm;
  const glyphs = font.glyphsForString(text);
  const width = glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0);
  let left = -width / 2;
  return glyphs
    .map(({ path, advanceWidth }) => {
      const moved = path.translate(left, -font.capHeight / 2).scale(scale);
      left += advanceWidth;
      return moved.toSVG();
    })
    .join(' ');
}
