/** A card's chip with its eight contacts, as an SVG file: gold in three tones, the gaps dark with a lit edge. */
export function drawChip(): string {
  const gaps =
    'M0 27h34q6 0 6-6V0M0 50h34M0 73h34q6 0 6 6v21M130 27H96q-6 0-6-6V0M130 50H96M130 73H96q-6 0-6 6v21M34 27v46M96 27v46M34 27h62M34 73h62';
  const lines = (stroke: string, down: number): string =>
    `<path d="${gaps}" transform="translate(0 ${down})" stroke="${stroke}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 130 100"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#fbe9c3"/><stop offset=".4" stop-color="#d9b071"/><stop offset=".55" stop-color="#f3d9a4"/><stop offset="1" stop-color="#a97c3c"/></linearGradient><clipPath id="c"><rect width="130" height="100" rx="16"/></clipPath></defs><g clip-path="url(#c)"><rect width="130" height="100" fill="url(#g)"/><g fill="none" stroke-width="2.4">${lines('#fff4d6', 1.6)}${lines('#6f4b1c', 0)}</g><rect x="1" y="1" width="128" height="98" rx="15" fill="none" stroke="#7a5526" stroke-width="2"/></g></svg>`;
}
