import sharp from 'sharp';
import { drawn } from '../drawn.ts';
import type { PictureName } from '../scenes.ts';
import { outlineText } from '../vectors/outline-text.ts';

/** What a shared link shows: the page's headline, its last line in the accent colour, beside the page's engraving. */
export interface SharePicture {
  tone: 'ink' | 'paper';
  lines: readonly string[];
  picture: PictureName;
  view: ShareView;
}

/** The part of the engraving that fills the picture's height at its right edge, in CSS pixels of one of the scene's sizes. */
export interface ShareView {
  /** Index in the scene's `sizes`; one with a file of two pixels per CSS pixel. */
  size: number;
  left: number;
  top: number;
  height: number;
}

export const shareSize = { width: 1200, height: 630 } as const;

const tones = {
  ink: { ground: drawn.colors.ink, text: drawn.colors.paper, accent: drawn.colors.redBright },
  paper: { ground: drawn.colors.paper, text: drawn.colors.ink, accent: drawn.colors.red },
} as const;

/** Part of the picture's width that the engraving may take, in pixels. */
const artWidth = 660;

/** An engraving that is cut on its left fades in over so many pixels, so that no hard edge stands beside the words. */
const fadeWidth = 120;

/**
 * The picture as PNG, 1200 × 630.
 *
 * @param engraving the file of the view's size for two pixels per CSS pixel
 * @throws when the view is not within the engraving
 */
export async function drawSharePicture(
  { tone, lines, view }: SharePicture,
  engraving: Uint8Array,
): Promise<Buffer> {
  const { ground, text, accent } = tones[tone];
  const size = 106;
  const last = lines.length - 1;
  const headline = lines.map((words, index) =>
    outlineText(words, index === last ? 'italic' : 'roman', {
      x: 64,
      y: 160 + index * size * 0.94,
      size,
      fill: index === last ? accent : text,
    }),
  );
  const note = drawn.note.split(/(?<=\.) /);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${shareSize.width}" height="${shareSize.height}">
    <rect width="100%" height="100%" fill="${ground}"/></svg>`;
  const words = `<svg xmlns="http://www.w3.org/2000/svg" width="${shareSize.width}" height="${shareSize.height}">${headline.join('')}
    ${outlineText(drawn.name, 'roman', { x: 64, y: 572, size: 52, fill: text, maxWidth: 150 })}
    ${note.map((line, index) => outlineText(line, 'italic', { x: 232, y: 548 + index * 32, size: 28, fill: text })).join('')}
  </svg>`;
  const art = sharp(engraving);
  const { width, height: fileHeight } = await art.metadata();
  const [left, top, height] = [2 * view.left, 2 * view.top, 2 * view.height];
  if (left >= width || top + height > fileHeight) {
    throw new Error(
      `The share picture's view (left ${view.left}, top ${view.top}, height ${view.height}) leaves its engraving of ${width / 2} × ${fileHeight / 2} CSS px. Change it in site/art/share-pictures.ts.`,
    );
  }
  const cutWidth = Math.min(Math.round((height * artWidth) / shareSize.height), width - left);
  const { data, info } = await art
    .extract({ left, top, width: cutWidth, height })
    .resize({ height: shareSize.height })
    .png()
    .toBuffer({ resolveWithObject: true });
  const fade = `<svg xmlns="http://www.w3.org/2000/svg" width="${info.width}" height="${info.height}">
    <linearGradient id="fade" gradientUnits="userSpaceOnUse" x2="${fadeWidth}"><stop stop-opacity="0"/><stop offset="1"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#fade)"/></svg>`;
  const engraved =
    view.left > 0
      ? await sharp(data)
          .composite([{ input: Buffer.from(fade), blend: 'dest-in' }])
          .png()
          .toBuffer()
      : data;
  return sharp(Buffer.from(svg))
    .composite([
      { input: engraved, left: shareSize.width - info.width, top: 0 },
      { input: Buffer.from(words), left: 0, top: 0 },
    ])
    .png({ palette: true, colours: 32 })
    .toBuffer();
}
