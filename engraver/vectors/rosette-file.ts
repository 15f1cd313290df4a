import { sectorPath } from '../guilloche/bands.ts';
import { type Rosette, type RosetteName, rosettes } from '../guilloche/rosettes.ts';
import { outlineAround } from './outline-text.ts';

/**
 * By how much the text around a rosette is turned, degrees. The frame of the guarantee cuts the seal: on its left is
 * a whole phrase, from dot to dot (site/sections/venues/bond.css).
 */
const rimTurns: Record<RosetteName, number> = { seal: 66.6 };

/** A rosette as an SVG file, 2000 units wide. */
export const drawRosette = (name: RosetteName): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1000 -1000 2000 2000">${drawRosetteLines(rosettes[name], rimTurns[name])}</svg>`;

/** A rosette's elements around 0,0: one sector of each band is drawn and then rotated. */
export function drawRosetteLines({ bands, rim, inks, stroke = 1.3 }: Rosette, rimTurn = 0): string {
  const rings = bands.map((band, index) => {
    const turns = Array.from(
      { length: band.lobes - 1 },
      (_, turn) =>
        `<use href="#b${index}" transform="rotate(${+(((turn + 1) * 360) / band.lobes).toFixed(3)})"/>`,
    );
    return `<g stroke="${inks[band.ink]}"><path id="b${index}" d="${sectorPath(band)}"/>${turns.join('')}</g>`;
  });
  return `<g fill="none" stroke-width="${stroke}">${rings.join('')}</g>${rim ? drawRim(rim, inks.rim, rimTurn) : ''}`;
}

/** The text around a circle, as often as it fits: drawn once and then rotated. */
function drawRim({ text, radius, size }: NonNullable<Rosette['rim']>, fill: string, turn: number): string {
  const rounds = Math.max(1, Math.floor((2 * Math.PI * radius) / (text.length * size * 0.62)));
  const step = 360 / (rounds * text.length);
  const turns = Array.from(
    { length: rounds - 1 },
    (_, turn) => `<use href="#r" transform="rotate(${+(((turn + 1) * 360) / rounds).toFixed(3)})"/>`,
  );
  const turned = turn === 0 ? '' : ` transform="rotate(${turn})"`;
  return `<g fill="${fill}"${turned}><path id="r" d="${outlineAround(text, 'roman', { radius, size, step })}"/>${turns.join('')}</g>`;
}
