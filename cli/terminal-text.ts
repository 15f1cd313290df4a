import measure from 'fast-string-truncated-width';

const controlWidth = 0;

/** Columns of a terminal that a line takes: two for wide characters and emoji. */
export const widthOf = (text: string): number => measure(text, {}, { controlWidth }).width;

/** Cut with an ellipsis to so many columns; never inside a character. */
export function cutToWidth(text: string, limit: number): string {
  const { index, truncated, ellipsed } = measure(
    text,
    { limit, ellipsis: '…', ellipsisWidth: 1 },
    { controlWidth },
  );
  if (!truncated) return text;
  return `${text.slice(0, index)}${ellipsed ? '…' : ''}`;
}

/** Cut into lines of so many columns, between any two characters; a wider character has a line of its own. */
export function wrapToWidth(text: string, limit: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (widthOf(rest) > limit) {
    const { index } = measure(rest, { limit, ellipsis: '' }, { controlWidth });
    const line = index > 0 ? rest.slice(0, index) : String.fromCodePoint(rest.codePointAt(0) ?? 0);
    lines.push(line);
    rest = rest.slice(line.length);
  }
  return rest === '' && lines.length > 0 ? lines : [...lines, rest];
}

/** Wrap at spaces to lines of so many columns, the text's own lines kept; a longer word is cut into lines. */
export function wrapWords(text: string, limit = Number.POSITIVE_INFINITY): string[] {
  return text.split('\n').flatMap((paragraph) => {
    if (widthOf(paragraph) <= limit) return [paragraph];
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (widthOf(longer) <= limit) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      const parts = wrapToWidth(word, limit);
      lines.push(...parts.slice(0, -1));
      line = parts.at(-1) ?? '';
    }
    return [...lines, line];
  });
}

/** In a narrower column the text would be harder to read than if the terminal wraps it. */
const narrowestText = 20;

/** Lines of two columns, the right one wrapped. */
export function formatPairs(
  pairs: readonly (readonly [left: string, right: string])[],
  width = Number.POSITIVE_INFINITY,
): string[] {
  const leftWidth = Math.max(...pairs.map(([left]) => left.length));
  const textWidth = Math.max(narrowestText, width - leftWidth - 2);
  return pairs.flatMap(([left, right]) =>
    wrapWords(right, textWidth).map((line, index) =>
      `${(index === 0 ? left : '').padEnd(leftWidth)}  ${line}`.trimEnd(),
    ),
  );
}

export const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));
