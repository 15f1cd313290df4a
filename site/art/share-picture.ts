import { brand } from '#contract/brand.ts';
import { texts } from '#contract/texts.ts';
import { coupeRings, graver, petalPath } from '#site/art/guilloche.ts';
import { outlineText } from '#site/art/outline-text.ts';
import { figures } from '#site/art/rosette.tsx';

/** The picture of a shared link: the page's headline on the page's background, the last line in the accent colour. */
export interface SharePicture {
  tone: 'ink' | 'paper';
  lines: readonly string[];
  figure: keyof typeof figures | 'coupe';
}

export const shareSize = { width: 1200, height: 630 } as const;

const tones = {
  ink: { ground: '#0c0a0a', text: '#f6f0e8', accent: '#e5354f', line: '#4a2a2b' },
  paper: { ground: '#f6f0e8', text: '#0c0a0a', accent: '#c8102e', line: '#e39aa2' },
} as const;

const drawRosette = (figure: keyof typeof figures): string => {
  const petal = petalPath(figures[figure], graver.narrow);
  let petals = '';
  for (let index = 0; index < figures[figure].petals; index++) {
    const turn = `rotate(${(index * 360) / figures[figure].petals})`;
    petals += `<path transform="${turn} ${graver.transform}" d="${petal}"/><path transform="scale(1 -1) ${turn} ${graver.transform}" d="${petal}"/>`;
  }
  return petals;
};

const drawCoupe = (): string =>
  coupeRings(900)
    .map(({ y, rx }) => {
      const stroke = y > 60 && y < 300 ? '#e5354f' : '#d9cec2';
      return `<circle transform="scale(1 .2)" cy="${y * 5}" r="${rx}" stroke="${stroke}"/>`;
    })
    .join('');

/** The picture as SVG, 1200 × 630. */
export const drawSharePicture = ({ tone, lines, figure }: SharePicture): string => {
  const { ground, text, accent, line } = tones[tone];
  const size = 138;
  const last = lines.length - 1;
  const headline = lines.map((words, index) =>
    outlineText(words, index === last ? 'italic' : 'roman', {
      x: 64,
      y: 186 + index * size * 0.92,
      size,
      fill: index === last ? accent : text,
    }),
  );
  const art =
    figure === 'coupe'
      ? `<g transform="translate(950 340) scale(1.02)" stroke="${line}" stroke-width="1.8">${drawRosette('lace')}</g>
         <g transform="translate(1000 110) scale(.46)" stroke-width="8">${drawCoupe()}</g>`
      : `<g transform="translate(1000 360) scale(.86)" stroke="${tone === 'ink' ? accent : line}" stroke-width="2">${drawRosette(figure)}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${shareSize.width}" height="${shareSize.height}">
    <rect width="100%" height="100%" fill="${ground}"/><g fill="none">${art}</g>${headline.join('')}
    ${outlineText(brand.name, 'roman', { x: 64, y: 572, size: 52, fill: text })}
    ${outlineText(texts.invitationOnly, 'italic', { x: 232, y: 570, size: 32, fill: text })}
  </svg>`;
};
