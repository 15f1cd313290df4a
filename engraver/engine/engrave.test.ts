import { describe, expect, test } from 'vitest';
import { lathe } from '../bodies/lathe.ts';
import { createEngraver, type Engraving, engrave } from './engrave.ts';
import { drawLayer } from './lines.ts';
import { sampleScene } from './sample-grid.ts';
import { createSampler } from './sampler.ts';
import type { Body, Camera, Composition } from './scene.ts';

const size = 160;
const widths = { pitch: 6, finest: 1 };
const camera: Camera = { from: [0, 6, 40], to: [0, 0, 0], view: 20 };

const ball: Body = {
  name: 'ball',
  shape: lathe('M0 -5 C2.76 -5 5 -2.76 5 0 C5 2.76 2.76 5 0 5 Z'),
  at: [0, 0, 0],
  material: { kind: 'matte', light: 0.9 },
  lines: { field: 'along', cross: 'around' },
};
const still = (bodies: readonly Body[]): Composition => ({
  light: { window: [-0.7, 0.6, 0.5], windowLight: 0.8, ambient: 0.1 },
  bodies,
});

function draw(bodies: readonly Body[], ground: 'ink' | 'paper' = 'ink'): Engraving {
  const composition = still(bodies);
  const sampler = createSampler(composition, camera, size, size);
  const grid = sampleScene(sampler, size, size, 3);
  return engrave(grid, sampler, composition, ground, widths, {
    left: 0,
    top: 0,
    width: size,
    height: size,
    frameWidth: size,
    frameHeight: size,
  });
}

/** Share of a square of the picture that is covered by lines. */
function covered({ lines, width }: Engraving, x: number, y: number, side: number): number {
  let sum = 0;
  for (let row = y; row < y + side; row++) {
    for (let column = x; column < x + side; column++) sum += lines[row * width + column] as number;
  }
  return sum / (255 * side * side);
}

describe('an engraving', () => {
  test('is the same, byte for byte, each time it is drawn', () => {
    expect(Buffer.from(draw([ball]).lines).equals(Buffer.from(draw([ball]).lines))).toBe(true);
  });

  test('covers more of what is lit on ink, and less of it on paper', () => {
    const onInk = draw([ball]);
    const onPaper = draw([ball], 'paper');
    // The light stands to the left, above.
    const lit = [55, 45, 24] as const;
    const dark = [95, 95, 24] as const;
    expect(covered(onInk, ...lit)).toBeGreaterThan(covered(onInk, ...dark) + 0.2);
    expect(covered(onPaper, ...lit)).toBeLessThan(covered(onPaper, ...dark) - 0.2);
  });

  test('leaves what has no body and no glowing air without a line', () => {
    expect(covered(draw([ball]), 0, 0, 30)).toBe(0);
  });

  test('fades, besides, as one size of its scene asks for', () => {
    const whole = { from: 0, width: 80, height: 80, densities: [1], camera } as const;
    const scene = { ground: 'ink', sizes: [whole], compose: () => still([ball]) } as const;
    const drawn = createEngraver(scene)(whole, 1);
    const cut = createEngraver(scene)({ ...whole, end: (x) => (x < 0.5 ? 0 : 1) }, 1);
    expect(covered(drawn, 22, 20, 16)).toBeGreaterThan(0.1);
    expect(covered(cut, 22, 20, 16)).toBe(0);
    expect(covered(cut, 44, 40, 12)).toBe(covered(drawn, 44, 40, 12));
  });

  test('lets lines end as their body asks: none is left at the end, all are whole before it', () => {
    const whole = draw([ball]);
    const ending = draw([{ ...ball, lines: { ...ball.lines, ends: (x) => 4 * (x - 0.45) } }]);
    expect(covered(ending, 45, 55, 24)).toBe(covered(whole, 45, 55, 24));
    expect(covered(ending, 84, 60, 20)).toBeLessThan(covered(whole, 84, 60, 20));
    expect(covered(ending, 113, 70, 6)).toBe(0);
  });

  test('closes the form: the outline meets every ray from its middle', () => {
    const { lines, width } = draw([{ ...ball, material: { kind: 'matte', light: 0 } }]);
    for (let degrees = 0; degrees < 360; degrees += 3) {
      const [dx, dy] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      let strongest = 0;
      for (let r = 40; r < 78; r += 0.5) {
        const [x, y] = [Math.round(80 + r * dx), Math.round(80 + r * dy)];
        strongest = Math.max(strongest, lines[y * width + x] as number);
      }
      expect(strongest, `${degrees}°`).toBeGreaterThan(90);
    }
  });

  test('draws what is marked as the touch of red apart from the rest', () => {
    const { lines, red } = draw([{ ...ball, isRed: true }]);
    expect(red.some((value) => value > 200)).toBe(true);
    expect(lines.every((value) => value === 0)).toBe(true);
  });

  test('prints a red body on paper as a plate with dark lines over it, open where it is bare', () => {
    const bare = { ...ball, isRed: true, etch: (x: number) => (x < -2 ? -1 : 1) };
    const plate = draw([bare], 'paper');
    const shareAt = (list: Uint8Array, x: number, y: number): number =>
      covered({ ...plate, lines: list }, x, y, 10);
    expect(shareAt(plate.red, 85, 90)).toBeGreaterThan(0.98);
    expect(shareAt(plate.lines, 95, 100)).toBeGreaterThan(0.2);
    expect(shareAt(plate.red, 40, 75)).toBe(0);
    expect(shareAt(plate.lines, 40, 75)).toBe(0);
  });

  test('shows through glass what is behind it', () => {
    const pane: Body = {
      name: 'pane',
      shape: lathe('M0 -8 L8 -8 L8 8 L0 8 Z'),
      at: [0, 0, 14],
      material: { kind: 'glass', index: 1.02 },
      lines: { field: 'along', contour: 0 },
      shadow: 0,
    };
    const seen = covered(draw([ball, pane]), 60, 60, 40);
    expect(seen).toBeGreaterThan(covered(draw([ball]), 60, 60, 40) * 0.6);
  });
});

describe('a layer of lines', () => {
  const share = (slope: number, tone: number): number => {
    let sum = 0;
    for (let px = 0; px < 4000; px++)
      sum += drawLayer(px * slope, slope, tone, widths.pitch, widths.finest, 1);
    return sum / 4000;
  };
  const distanceBetweenLines = (slope: number, tone: number): number => {
    let count = 0;
    let before = 0;
    for (let px = 0; px < 4000; px++) {
      const here = drawLayer(px * slope, slope, tone, widths.pitch, widths.finest, 1);
      if (here > 0.05 && before <= 0.05) count++;
      before = here;
    }
    return 4000 / count;
  };

  test('covers as much as the tone asks for, however fast the field runs', () => {
    for (const slope of [0.003, 0.0171, 0.08, 0.31, 1.7]) {
      for (const tone of [0.2, 0.35, 0.5, 0.8])
        expect(Math.abs(share(slope, tone) - tone), `${slope} ${tone}`).toBeLessThan(0.03);
    }
  });

  test('keeps its lines about a pitch apart, however fast the field runs', () => {
    for (let slope = 0.001; slope < 2; slope *= 1.13) {
      const apart = distanceBetweenLines(slope, 0.4);
      expect(apart, `${slope}`).toBeGreaterThan(widths.pitch * 0.6);
      expect(apart, `${slope}`).toBeLessThan(widths.pitch * 1.35);
    }
  });

  test('has fewer lines where they would be too fine, and none where there is hardly a tone', () => {
    expect(distanceBetweenLines(0.05, 0.08)).toBeGreaterThan(widths.pitch * 1.5);
    expect(share(0.05, 0.004)).toBe(0);
  });
});
