import { wavePath } from './guilloche.ts';

/** Of each coupon its own: how long a wave of the braid is, and of how many hairlines. */
const bands = {
  'band-1': { period: 120, hairlines: 18 },
  'band-2': { period: 60, hairlines: 10 },
  'band-3': { period: 200, hairlines: 28 },
} as const;

export type BandName = keyof typeof bands;

export const bandNames = Object.keys(bands) as BandName[];

const width = 1200;
const height = 46;

/** The border of a bond's coupon as an SVG file: two braids of hairlines, one half a period behind the other. */
export function drawBand(name: BandName): string {
  const { period, hairlines } = bands[name];
  const copies = (from: number): string =>
    Array.from({ length: width / period + 1 }, (_, at) => `<use href="#w" x="${from + at * period}"/>`).join(
      '',
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${-height - 2} ${width} ${2 * height + 4}" preserveAspectRatio="xMidYMid slice"><defs><path id="w" d="${wavePath(period, hairlines, height)}"/></defs><g fill="none" stroke-width=".9"><g stroke="#8a7f76">${copies(-period / 2)}</g><g stroke="#c8102e">${copies(0)}</g></g></svg>`;
}
