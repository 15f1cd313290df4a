/** Letters that Unicode does not decompose into a plain letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ς: 'σ',
};

/**
 * Of a folded text. A few ligatures become eighteen letters each; a text without them stays within three times the
 * longest field, which is Korean.
 */
const maxFoldedCharacters = 15_000;

/**
 * One spelling for different spellings of a text: `MELBOURNE ` and `melbourne`, `Ørsted` and `orsted`. Marks are removed
 * before letters are decomposed too: decomposing puts a run of marks in order, in the square of its length.
 * https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
export const fold = (text: string): string =>
  text
    .replace(/\p{M}+/gu, '')
    .normalize('NFKD')
    .slice(0, maxFoldedCharacters)
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[øđðħıłŧæœßþς]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
