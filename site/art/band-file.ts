import { wavePath } from './guilloche.ts';

const period = 120;
const periods = 10;
const height = 46;

/** The border of a bond's coupon as an SVG file: two braids of hairlines, one half a period behind the other. */
export function drawBand(): string {
  const copies = (id: string, from: number): string =>
    Array.from({ length: periods + 1 }, (_, at) => `<use href="#${id}" x="${from + at * period}"/>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${-height - 2} ${period * periods} ${2 * height + 4}" preserveAspectRatio="xMidYMid slice"><defs><path id="w" d="${wavePath(period, 18, height)}"/></defs><g fill="none" stroke-width=".9"><g stroke="#8a7f76">${copies('w', -period / 2)}</g><g stroke="#c8102e">${copies('w', 0)}</g></g></svg>`;
}
