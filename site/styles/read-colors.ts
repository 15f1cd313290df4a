const names = ['ink', 'paper', 'sheet', 'red', 'redBright', 'redEngraved', 'white'] as const;

/**
 * Colours of `tokens.css` for what is drawn or written without a style sheet: files, pictures, letters.
 *
 * @param tokens the sheet's text
 * @throws when it has no such colour, as `#` and digits
 */
export function readColors(tokens: string): Record<(typeof names)[number], string> {
  const read = (name: string): string => {
    const token = `--color-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const color = new RegExp(`${token}: (?<color>#[0-9a-f]{3,6});`).exec(tokens)?.groups?.['color'];
    if (color === undefined) throw new Error(`site/styles/tokens.css has no ${token} of the form #rrggbb.`);
    return color;
  };
  return Object.fromEntries(names.map((name) => [name, read(name)])) as ReturnType<typeof readColors>;
}
