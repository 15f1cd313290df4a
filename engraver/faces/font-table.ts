/** Puts another table in the place of a font's. It stands at the font's end; the old one stays, unused. */
export function replaceTable(font: Buffer, tag: string, table: Buffer): Buffer {
  const start = Math.ceil(font.length / 4) * 4;
  const replaced = Buffer.concat([font, Buffer.alloc(start - font.length), table]);
  const tableCount = font.readUInt16BE(4);
  for (let index = 0; index < tableCount; index += 1) {
    const record = 12 + index * 16;
    if (font.toString('latin1', record, record + 4) !== tag) continue;
    replaced.writeUInt32BE(start, record + 8);
    replaced.writeUInt32BE(table.length, record + 12);
    return replaced;
  }
  throw new Error(`The font has no table ${tag}.`);
}
