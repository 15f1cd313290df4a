/** One spelling for different spellings of a text: `MELBOURNE ` and `melbourne`, `Zürich` and `zurich`. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
