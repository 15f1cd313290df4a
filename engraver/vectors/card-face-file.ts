import { cardRosette } from '../guilloche/rosettes.ts';
import { drawRosetteLines } from './rosette-file.ts';
import { at, mix, swelling } from './swelling-line.ts';

/** Of a bank card: 85.6 × 54 mm, in tenths. */
const card = { width: 856, height: 540 };
/** The middle of the rosette. */
const rosette = { x: 690, y: 104 };
const frame = 15;
const pitch = 6.4;
const steps = 18;

/** How far a place of the card is in the shade, from 0 to 1: it is lit from above on the right. */
const shade = (x: number, y: number): number =>
  0.5 - 0.72 * (x / card.width - 0.5) + 0.62 * (y / card.height - 0.5);

/** Waves across the card, as thick as `thickness` says at each place; half a pitch lower with `down`. */
function drawWaves(down: number, thickness: (shade: number) => number): string {
  let data = '';
  for (let y = -14 * pitch; y < card.height + 2 * pitch; y += pitch) {
    const nodes = Array.from({ length: steps + 1 }, (_, step) => {
      const x = (card.width * step) / steps;
      const around = Math.hypot((x - rosette.x) / 250, (y - rosette.y) / 270);
      const wave = y + down + 13 * Math.sin(x / 118 + y / 170) + 52 * Math.exp(-around * around);
      return at(x, wave, thickness(shade(x, wave)));
    });
    // Where it has no thickness it is left out.
    for (let from = 0; from < nodes.length; ) {
      const rest = nodes.slice(from);
      const length = rest.findIndex(({ thick }) => thick <= 0.05);
      const piece = length < 0 ? rest : rest.slice(0, length + 1);
      if (piece.length > 1) data += swelling(piece);
      from += Math.max(1, piece.length);
    }
  }
  return data;
}

/**
 * What is engraved on the card, as an SVG file: its light and shade as waves that swell, dark where it turns from the
 * light and pale where it faces it; its rosette, cut by two edges; all in a frame of two hairlines, which is cut into it.
 */
export function drawCardFace(): string {
  const { width, height } = card;
  const dark = drawWaves(0, (tone) => mix(0.6, pitch * 0.66, (tone - 0.25) / 0.8));
  const pale = drawWaves(pitch / 2, (tone) => mix(0, pitch * 0.5, (0.42 - tone) / 0.6));
  const edge = (inset: number): string =>
    `<rect x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="23"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><clipPath id="f">${edge(frame)}/></clipPath><g clip-path="url(#f)"><path fill="#7d0a1d" d="${dark}"/><path fill="#e5445a" d="${pale}"/>
<g transform="translate(${rosette.x} ${rosette.y}) scale(.345)">${drawRosetteLines(cardRosette)}</g></g>
<g fill="none">${edge(frame - 0.8)} stroke="#6d0716" stroke-width="1.6"/>${edge(frame + 0.6)} stroke="#ffb0ba" stroke-width="1.1"/></g></svg>`;
}
