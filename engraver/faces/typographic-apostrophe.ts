import { create } from 'fontkitten';
import { replaceTable } from './font-table.ts';

const typewriter = 0x27;
const typographic = 0x2019;

/**
 * Draws ' as ’, so that the pages' texts keep the letters that they are given with and look as they should. Only
 * the table from characters to glyphs (`cmap`) changes; it has no check sums, so pass the font through another
 * tool afterwards.
 *
 * @param font an OpenType font, not compressed
 * @param characters those that the font keeps
 * @throws when the font has no ’ or no `cmap`
 * @see https://learn.microsoft.com/typography/opentype/spec/cmap
 */
export function mapApostrophe(font: Buffer, characters: string): Buffer {
  const face = create(font);
  if (!('glyphForCodePoint' in face)) throw new Error('A font collection instead of one font.');
  const apostrophe = face.glyphForCodePoint(typographic).id;
  if (apostrophe === 0) throw new Error('The font has no ’ (U+2019).');
  const glyphs = [...characters]
    .map((character) => character.codePointAt(0) ?? 0)
    .map((code) => [code, code === typewriter ? apostrophe : face.glyphForCodePoint(code).id] as const)
    .filter(([, glyph]) => glyph !== 0)
    .sort(([a], [b]) => a - b);
  return replaceTable(font, 'cmap', composeCmap(glyphs));
}

/** A `cmap` of format 4 for Windows and Unicode, with a segment for each character. */
function composeCmap(glyphs: readonly (readonly [code: number, glyph: number])[]): Buffer {
  // The specification asks for this last segment.
  const segments = [...glyphs, [0xffff, 0] as const];
  const searched = 2 ** Math.floor(Math.log2(segments.length));
  const header = [4, 16 + segments.length * 8, 0, segments.length * 2];
  const search = [searched * 2, Math.log2(searched), (segments.length - searched) * 2];
  const codes = segments.map(([code]) => code);
  const deltas = segments.map(([code, glyph]) => (code === 0xffff ? 1 : glyph - code) & 0xffff);
  const subtable = [...header, ...search, ...codes, 0, ...codes, ...deltas, ...segments.map(() => 0)];
  // Version, one subtable: platform 3, encoding 1, its offset in two words.
  return toWords([0, 1, 3, 1, 0, 12, ...subtable]);
}

function toWords(words: readonly number[]): Buffer {
  const bytes = Buffer.alloc(words.length * 2);
  for (const [index, word] of words.entries()) bytes.writeUInt16BE(word, index * 2);
  return bytes;
}
