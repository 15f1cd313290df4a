import sharp from 'sharp';
import { box } from './bodies/box.ts';
import { drawn } from './drawn.ts';
import { createEngraver } from './engine/engrave.ts';
import type { Scene } from './engine/scene.ts';
import { fade } from './engine/vignette.ts';
import { envelope } from './objects/letter.ts';

/** CSS px at which the letter shows it; the file has twice as many. */
const size = { width: 600, height: 400 };

/** The invitation before it is opened: light lines on ink in every mode of a mail program. */
const scene: Scene = {
  ground: 'ink',
  sizes: [
    {
      from: 0,
      ...size,
      densities: [2],
      camera: { from: [-3, 25, 27], to: [0.3, 0, 0.3], view: 28.5 },
    },
  ],
  compose: () => ({
    vignette: fade({ left: 0.2, right: 0.2, top: 0.25, bottom: 0.2 }),
    light: { window: [-0.85, 0.5, 0.1], windowLight: 0.95, ambient: 0.12 },
    bodies: [
      {
        name: 'desk',
        isGround: true,
        shape: box(200, 2, 200, 0.1),
        at: [0, -1, 0],
        material: { kind: 'matte', light: 0.3 },
        lines: { field: ({ z }) => 180 / (46 - z), cross: ({ x }) => x, crossFrom: 0.6, contour: 0 },
      },
      ...envelope([0, 0, 0], 14),
    ],
  }),
};

const colour = (hex: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];

/** The picture of the letters of invitation. PNG in few colours: mail programs that use Word's engine show no WebP. */
export async function drawLetterPicture(): Promise<Buffer> {
  const [only] = scene.sizes;
  if (only === undefined) throw new Error('The scene has no size.');
  const { width, height, lines, red } = createEngraver(scene)(only, 2);
  const [ground, line, accent] = [
    colour(drawn.colors.ink),
    colour(drawn.colors.paper),
    colour(drawn.colors.redBright),
  ];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < lines.length; at += 1) {
    const byLines = (lines[at] ?? 0) / 255;
    const byRed = (red[at] ?? 0) / 255;
    for (const channel of [0, 1, 2] as const) {
      const lined = ground[channel] + (line[channel] - ground[channel]) * byLines;
      pixels[at * 3 + channel] = Math.round(lined + (accent[channel] - lined) * byRed);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ palette: true, colours: 16, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer();
}
