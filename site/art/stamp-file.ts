import { brand } from '#contract/brand.ts';
import { outlineAround, outlineText } from './outline-text.ts';

const red = '#c8102e';
/** Of the lines over what is printed red. */
const oxblood = '#74081a';
const ink = '#0c0a0a';
const paper = '#fffdf8';

/** The stamp, without what its perforation takes. */
const stamp = { width: 200, height: 248, hole: 6, apart: 17 };
/** The printed part of it. */
const print = { x: 17, y: 17, width: 166, height: 214 };

/** A coupe on a box of 100 by 124, from the middle of its rim. */
const bowl =
  'M-45 0 C-43 31 -26 45 -5 49 C-2.6 56 -2.5 62 -2.5 70 L-2.5 94 C-2.5 103 -9 106 -25 109 L25 109 C9 106 2.5 103 2.5 94 L2.5 70 C2.5 62 2.6 56 5 49 C26 45 43 31 45 0 Z';
const drink = 'M-43.4 9 C-38 31 -23 41 0 43.6 C23 41 38 31 43.4 9 A43.4 5 0 0 1 -43.4 9 Z';

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
    const count = Math.round(length / apart);
    const gap = length / count - 2 * hole;
    const tooth = `l${(dx * gap).toFixed(2)} ${(dy * gap).toFixed(2)}`;
    const cut = `a${hole} ${hole} 0 0 0 ${dx * 2 * hole} ${dy * 2 * hole}`;
    return (tooth + cut).repeat(count);
  };
  return `M0 0${side(width, 1, 0)}${side(height, 0, 1)}${side(width, -1, 0)}${side(height, 0, -1)}Z`;
}

/** The coupe in its glow: rings around it, which are darker further out. */
function drawPrint(): string {
  const { x, y, width, height } = print;
  const [cx, cy] = [x + width / 2, y + 76];
  const rings = Array.from({ length: 52 }, (_, index) => {
    const strength = Math.min(0.5 + index * 0.055, 2.1);
    return `<circle cx="${cx}" cy="${cy + 16}" r="${6 + index * 3.1}" stroke-width="${strength.toFixed(2)}"/>`;
  });
  return `<clipPath id="p"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath>
<clipPath id="b"><path d="${bowl}"/></clipPath><clipPath id="d"><path d="${drink}"/></clipPath>
<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${red}" stroke="${red}" stroke-width="2.4"/>
<g clip-path="url(#p)" fill="none" stroke="${oxblood}">${rings.join('')}</g>
<rect x="${x + 4.5}" y="${y + 4.5}" width="${width - 9}" height="${height - 9}" fill="none" stroke="${paper}" stroke-width="2"/>
<g transform="translate(${cx} ${cy}) scale(1.16)" stroke="${red}" fill="none">
<path d="${bowl}" fill="${paper}"/>
<g clip-path="url(#b)">${hairlines(48, 108, 1.9, [0.5, 1.1])}<path d="M40 0C38 28 24 40 6 46" stroke-width="3" opacity=".35"/></g>
<g clip-path="url(#d)"><path d="${drink}" fill="${red}" stroke="none"/><g stroke="${oxblood}">${hairlines(4, 45, 1.75, [0.3, 1.1])}</g><path d="M-32 12C-28 24 -22 31 -13 35" stroke="${paper}" stroke-width="3.4" stroke-linecap="round"/></g>
<path d="${bowl}" stroke-width="1.6"/><ellipse rx="45" ry="5.6" fill="${paper}" stroke-width="1.5"/>
<ellipse cy="9" rx="43" ry="4.4" fill="${red}" stroke="none" opacity=".85"/><ellipse cy="109" rx="25" ry="3.6" fill="${paper}" stroke-width="1.4"/><ellipse cy="109" rx="15" ry="1.9" stroke-width=".8"/></g>
<rect x="${x + 11}" y="${y + 10}" width="76" height="31" fill="${paper}"/>
${outlineText(brand.name, 'roman', { x: x + 15, y: y + 33, size: 29, fill: red })}`;
}

/** The postmark: where and when, between two rings, and the waves that cancel the stamp. */
function drawPostmark(): string {
  const wave = `q11-10 22 0${'t22 0'.repeat(7)}`;
  const around = `${brand.launch.city} · ${brand.launch.date} · `.toUpperCase();
  return `<g transform="translate(92 128) rotate(-7)" fill="none" stroke="${ink}"><path d="${[0, 17, 34, 51, 68].map((y) => `M${92 - y / 3} ${y}${wave}`).join('')}" stroke-width="2.9"/>
<circle r="84" stroke-width="3.4"/><circle r="50" stroke-width="2.2"/><path d="M-34 0H34M-24-13H24M-24 13H24" stroke-width="2.6"/>
<path transform="rotate(-51)" d="${outlineAround(around, 'roman', { radius: 58, size: 29, step: 360 / around.length })}" fill="${ink}" stroke="none"/></g>`;
}

/**
 * A postage stamp with the brand's coupe, cancelled in the city and at the date of the launch, as an SVG file. The
 * postmark's ink is uneven.
 */
export const drawStamp =
  (): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><defs><pattern id="s" width="5" height="5" patternTransform="rotate(45)" patternUnits="userSpaceOnUse"><path d="M0 0V5" stroke="${ink}" stroke-width="3"/></pattern>
<filter id="i" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".22" numOctaves="3" seed="7" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="2.6" result="m"/><feColorMatrix in="n" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -6 4.5" result="k"/><feComposite in="m" in2="k" operator="in"/></filter></defs>
<g transform="translate(184 18) rotate(4)"><path transform="translate(6 6)" d="${drawEdge()}" fill="url(#s)"/><path d="${drawEdge()}" fill="#fff" stroke="#857b74" stroke-width="1.4"/>${drawPrint()}</g>
<g filter="url(#i)" opacity=".9">${drawPostmark()}</g></svg>`;
