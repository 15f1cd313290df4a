import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkitten';

const openFont = (file: string): Font => {
  const font = create(readFileSync(createRequire(import.meta.url).resolve(file)));
  if (font.isCollection) throw new Error(`${file} holds several fonts; a picture's text needs one.`);
  return font;
};

const faces = {
  roman: openFont('@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2'),
  italic: openFont('@fontsource/instrument-serif/files/instrument-serif-latin-400-italic.woff2'),
};

const tracking = -0.025;

/**
 * A line of display type as SVG outlines with its baseline at `x`,`y`: a picture cannot depend on installed fonts.
 * A text that would be wider than `maxWidth` is set smaller.
 */
export const outlineText = (
  text: string,
  face: keyof typeof faces,
  {
    x,
    y,
    size,
    fill,
    maxWidth = Number.POSITIVE_INFINITY,
  }: { x: number; y: number; size: number; fill: string; maxWidth?: number },
): string => {
  const font = faces[face];
  let advance = 0;
  let glyphs = '';
  // As on the pages, where the cut font draws this apostrophe for the one that is typed.
  for (const glyph of font.glyphsForString(text.replaceAll("'", '’'))) {
    glyphs += `<path transform="translate(${advance})" d="${glyph.path.toSVG()}"/>`;
    advance += glyph.advanceWidth + tracking * font.unitsPerEm;
  }
  const scale = Math.min(size / font.unitsPerEm, maxWidth / advance);
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${glyphs}</g>`;
};

/**
 * The data of one path: a text around a circle, from its top, a step (in degrees) for each character; a wide letter
 * takes more than a narrow one. A text that is too long for its arc is set smaller. One path, because a browser lays out every element of a drawing.
 */
export const outlineAround = (
  text: string,
  face: keyof typeof faces,
  { radius, size, step }: { radius: number; size: number; step: number },
): string => {
  const glyphs = faces[face].glyphsForString(text);
  const widths = glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0);
  // What the letters leave of the circle is shared out between them.
  const arc = (text.length * step * Math.PI * radius) / 180;
  const scale = Math.min(size / faces[face].unitsPerEm, arc / widths);
  const gap = (arc - widths * scale) / glyphs.length;
  let along = 0;
  return glyphs
    .map(({ path, advanceWidth }) => {
      const wide = advanceWidth * scale;
      const angle = (along + (wide + gap) / 2) / radius;
      along += wide + gap;
      return (
        path
          .scale(scale, -scale)
          .translate(-wide / 2, -radius)
          .rotate(angle)
          .toSVG()
          // A tenth of a unit is far below a pixel.
          .replace(/\d+\.\d+/g, (number) => String(+Number(number).toFixed(1)))
      );
    })
    .join('');
};
