import { drawn } from '../drawn.ts';
import { at, mix, swelling } from './swelling-line.ts';

/** A card's chip with its eight contacts, as an SVG file: of the lines' own colour, shaded with lines; the gaps are cut, with a lit edge. */
export function drawChip(): string {
  const gaps =
    'M0 27h34q6 0 6-6V0M0 50h34M0 73h34q6 0 6 6v21M130 27H96q-6 0-6-6V0M130 50H96M130 73H96q-6 0-6 6v21M34 27v46M96 27v46M34 27h62M34 73h62';
  const cut = (stroke: string, down: number): string =>
    `<path d="${gaps}" transform="translate(0 ${down})" stroke="${stroke}"/>`;
  let lines = '';
  for (let y = -60; y < 160; y += 3.4) {
    const thick = (x: number, high: number): number => mix(0.2, 2.3, (high + 60 - x) / 190);
    lines += swelling([0, 32, 65, 98, 130].map((x) => at(x, y + x * 0.4, thick(x, y + x * 0.4))));
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 130 100"><clipPath id="c"><rect width="130" height="100" rx="16"/></clipPath><g clip-path="url(#c)"><path fill="${drawn.colors.paper}" d="M0 0h130v100H0z"/><path fill="#b9a9a0" d="${lines}"/><g fill="none" stroke-width="2.4">${cut('#ffffff', 2)}${cut('#2c0308', 0)}</g><rect x="1.5" y="1.5" width="127" height="97" rx="14.5" fill="none" stroke="#2c0308" stroke-width="3"/></g></svg>`;
}
