import sharp from 'sharp';
import { drawn } from '../drawn.ts';
import type { Engraving } from './engrave.ts';
import type { Scene } from './scene.ts';

/** Red, green and blue of `#rrggbb` or `#rgb`, 0 to 255. */
const channelsOf = (hex: string): number[] => {
  const digits = hex.length === 4 ? hex.replaceAll(/\w/g, '$&$&') : hex;
  return [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
};
const white = channelsOf(drawn.colors.white);
const colours = {
  ink: { line: channelsOf(drawn.colors.paper), red: channelsOf(drawn.colors.redEngraved) },
  red: { line: white, red: white },
  paper: { line: channelsOf(drawn.colors.ink), red: channelsOf(drawn.colors.red) },
};

/**
 * Steps of coverage from none to all: so few that a file stays small, so many that an edge looks smooth. Most on
 * screens of one pixel to a CSS pixel, where the file is small anyway and its lines stand close.
 */
const stepsOf = (density: 1 | 2, pixels: number): number => {
  if (density === 2) return 4;
  return pixels < 250_000 ? 15 : 7;
};

/**
 * Alpha of a share of a pixel. Browsers blend in sRGB, where a light line that two pixels share is darker than
 * one on a single pixel, and a dark one heavier: lines that lie almost along the rows would come and go. On
 * screens of two pixels to a CSS pixel that is not seen.
 */
const evenOut = 1 / 1.35;
const blend = (covered: number, ground: Scene['ground'], density: 1 | 2): number => {
  if (density === 2) return covered;
  return ground === 'paper' ? 1 - (1 - covered) ** evenOut : covered ** evenOut;
};

/**
 * A file of an engraving: WebP without loss, lines on nothing, so that the page's ground shows.
 * Why this format: docs/decisions/0021.
 */
export async function encodeEngraving(
  engraving: Engraving,
  ground: Scene['ground'],
  density: 1 | 2,
): Promise<Buffer> {
  const { width, height, lines, red } = engraving;
  const steps = stepsOf(density, width * height);
  const { line: lineColour, red: redColour } = colours[ground];
  const alphas = Uint8Array.from({ length: 256 }, (_, covered) =>
    Math.round((Math.round(blend(covered / 255, ground, density) * steps) / steps) * 255),
  );
  const pixels = Buffer.alloc(width * height * 4);
  for (let i = 0; i < lines.length; i++) {
    const byLines = alphas[lines[i] as number] as number;
    // Lines lie over what is red.
    const byRed = Math.round(((alphas[red[i] as number] as number) * (255 - byLines)) / 255);
    const alpha = byLines + byRed;
    if (alpha === 0) continue;
    const at = i * 4;
    for (let c = 0; c < 3; c++) {
      pixels[at + c] = Math.round(
        ((lineColour[c] as number) * byLines + (redColour[c] as number) * byRed) / alpha,
      );
    }
    pixels[at + 3] = alpha;
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .webp({ lossless: true, effort: 6 })
    .toBuffer();
}
