import { create } from 'fontkitten';
import { replaceTable } from './font-table.ts';

/** On Windows, in Unicode, in American English. */
const platform = [3, 1, 0x409] as const;

/**
 * Gives a face another name and keeps its copyright: a licence may reserve a face's name for the whole face. Pass
 * the font through another tool afterwards, which writes the check sums.
 *
 * @param font an OpenType font, not compressed
 * @see https://openfontlicense.org/ofl-reserved-font-names/
 * @see https://learn.microsoft.com/typography/opentype/spec/name
 */
export function renameFace(font: Buffer, name: string): Buffer {
  const face = create(font);
  if (!('copyright' in face)) throw new Error('A font collection instead of one font.');
  const names = [
    [0, face.copyright ?? ''],
    [1, name],
    [2, 'Regular'],
    [3, name],
    [4, name],
    [6, name.replaceAll(' ', '')],
  ] as const;
  const texts = names.map(([, text]) => Buffer.from(text, 'utf16le').swap16());
  const head = Buffer.alloc(6 + names.length * 12);
  head.writeUInt16BE(names.length, 2);
  head.writeUInt16BE(head.length, 4);
  let offset = 0;
  for (const [index, [id]] of names.entries()) {
    const length = texts[index]?.length ?? 0;
    for (const [word, value] of [...platform, id, length, offset].entries()) {
      head.writeUInt16BE(value, 6 + index * 12 + word * 2);
    }
    offset += length;
  }
  return replaceTable(font, 'name', Buffer.concat([head, ...texts]));
}
