import { drawn } from '../drawn.ts';
import { outlineAround, outlineText } from './outline-text.ts';

const red = drawn.colors.red;
const ink = drawn.colors.ink;
const paper = drawn.colors.sheet;
/** Of the lines over what is printed red. */
const oxblood = '#74081a';

/** The stamp, and the holes along its edge: their radius, and about how far apart they are. */
const stamp = { width: 200, height: 248, hole: 6.4, apart: 20 };
/** The printed part of it. */
const print = { x: 17, y: 17, width: 166, height: 214 };

/** The coupe of the engravings, from the middle of its rim: 90 wide, 120 high. */
const bowl =
  'M-45 0C-44 18-38.4 28.4-25.6 34.4C-15 39-5.3 40.6-3.2 46.7C-2.3 50-2 55-2 62L-2 80C-2 98-2.2 106-3.4 110.5C-5.6 115-17 118-28.6 119.5L-30.8 121L30.8 121L28.6 119.5C17 118 5.6 115 3.4 110.5C2.2 106 2 98 2 80L2 62C2 55 2.3 50 3.2 46.7C5.3 40.6 15 39 25.6 34.4C38.4 28.4 44 18 45 0Z';
const drink =
  'M-44 3C-42 20-35.4 27.8-25 32.6C-16 36.6-6 37.4 0 38C6 37.4 16 36.6 25 32.6C35.4 27.8 42 20 44 3A44 5.4 0 0 1-44 3Z';

/** Straight hairlines, each wider than the one before it. */
const hairlines = (from: number, to: number, apart: number, widths: readonly [number, number]): string => {
  const count = Math.round((to - from) / apart);
  return Array.from({ length: count }, (_, index) => {
    const width = widths[0] + ((widths[1] - widths[0]) * index) / count;
    return `<path d="M-60 ${(from + index * apart).toFixed(1)}h120" stroke-width="${width.toFixed(2)}"/>`;
  }).join('');
};

/** The edge of a stamp that was torn along its holes. */
function drawEdge(): string {
  const { width, height, hole, apart } = stamp;
  const side = (length: number, dx: number, dy: number): string => {
    const count = Math.round(length / apart) - 1;
    const gap = (length - count * 2 * hole) / (count + 1);
    const tooth = `l${(dx * gap).toFixed(2)} ${(dy * gap).toFixed(2)}`;
    const cut = `a${hole} ${hole} 0 0 0 ${dx * 2 * hole} ${dy * 2 * hole}`;
    // A tooth at each end, so that all corners are the same.
    return tooth + (cut + tooth).repeat(count);
  };
  return `M0 0${side(width, 1, 0)}${side(height, 0, 1)}${side(width, -1, 0)}${side(height, 0, -1)}Z`;
}

/** The coupe in its glow: rings around it, which are darker further out. */
function drawPrint(): string {
  const { x, y, width, height } = print;
  const [cx, cy] = [x + width / 2, y + 70];
  const rings = Array.from({ length: 52 }, (_, index) => {
    const strength = Math.min(0.5 + index * 0.055, 2.1);
    return `<circle cx="${cx}" cy="${cy + 16}" r="${6 + index * 3.1}" stroke-width="${strength.toFixed(2)}"/>`;
  });
  return `<clipPath id="p"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath>
<clipPath id="b"><path d="${bowl}"/></clipPath><clipPath id="d"><path d="${drink}"/></clipPath>
<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${red}" stroke="${red}" stroke-width="2.4"/>
<g clip-path="url(#p)" fill="none" stroke="${oxblood}">${rings.join('')}</g>
<rect x="${x + 4.5}" y="${y + 4.5}" width="${width - 9}" height="${height - 9}" fill="none" stroke="${paper}" stroke-width="2"/>
<g transform="translate(${cx} ${cy}) scale(1.02)" stroke="${red}" fill="none">
<path d="${bowl}" fill="${paper}"/>
<g clip-path="url(#b)">${hairlines(36, 121, 1.9, [0.5, 1.1])}</g>
<g clip-path="url(#d)"><path d="${drink}" fill="${red}" stroke="none"/><g stroke="${oxblood}">${hairlines(4, 39, 1.75, [0.3, 1.1])}</g></g>
<path d="${bowl}" stroke="${paper}" stroke-width="1.6"/><ellipse rx="45" ry="5.4" fill="${red}" stroke="${paper}" stroke-width="1.5"/>
<path d="M-37 13C-34.5 20-30.5 24-25 27" stroke="${paper}" stroke-width="1.5"/><ellipse cy="121" rx="30.8" ry="3.4" fill="${paper}" stroke-width="1.2"/></g>
<rect x="${x + 9}" y="${y + 9}" width="108" height="47" fill="${paper}"/>
${outlineText(drawn.name, 'roman', { x: x + 15, y: y + 47, size: 46, fill: red, maxWidth: 98 })}`;
}

/** The postmark: where and when, between two rings, and the waves that cancel the stamp. */
function drawPostmark(): string {
  const wave = `q11-10 22 0${'t22 0'.repeat(7)}`;
  const around = `${drawn.city} · ${drawn.date} · `.toUpperCase();
  return `<g transform="translate(92 128) rotate(-7)" fill="none" stroke="${ink}"><path d="${[0, 17, 34, 51, 68].map((y) => `M${92 - y / 3} ${y}${wave}`).join('')}" stroke-width="2.9"/>
<circle r="84" stroke-width="3.4"/><circle r="50" stroke-width="2.2"/><path d="M-34 0H34M-24-13H24M-24 13H24" stroke-width="2.6"/>
<path transform="rotate(-51)" d="${outlineAround(around, 'roman', { radius: 58, size: 29, step: 360 / around.length })}" fill="${ink}" stroke="none"/></g>`;
}

/**
 * A postage stamp with the brand's coupe, cancelled in the city and at the date of the launch, as an SVG file. The
 * postmark's ink is uneven.
 */
export const drawStamp =
  (): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><defs><filter id="i" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".22" numOctaves="3" seed="7" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="2.6" result="m"/><feColorMatrix in="n" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -6 4.5" result="k"/><feComposite in="m" in2="k" operator="in"/></filter></defs>
<g transform="translate(184 18) rotate(4)"><path d="${drawEdge()}" fill="#fff" stroke="#6b625c" stroke-width="2"/>${drawPrint()}</g>
<g filter="url(#i)" opacity=".9">${drawPostmark()}</g></svg>`;
