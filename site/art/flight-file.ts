import { at, mix, swelling } from './swelling-line.ts';

/** The creators' steps as drawings, white lines on the page's red: a stone flight for wide windows, one step of it for narrow ones. */

const white = '#fff';

/** The same for the same place in every build, from 0 to 1. */
const vary = (a: number, b: number): number => {
  const value = Math.sin(a * 12.9898 + b * 78.233) * 43758.5453;
  return value - Math.floor(value);
};

/** What the style sheet beside the stairs knows too, in the drawing's units: 1180 are the width of the five columns. */
const flight = { steps: 5, column: 236, rise: 88, top: 40, foot: 130, depth: { x: 40, y: 30 }, end: 1620 };
const bottom = flight.top + (flight.steps - 1) * flight.rise + flight.foot;
const pitch = 4.4;

/** How many steps the flight has. */
export const flightSteps = flight.steps;

/** The whole drawing, which begins 60 units left of the first column. */
export const flightSize = { width: flight.end + 60, height: bottom };

const leftOf = (step: number): number => step * flight.column + 6;
const topOf = (step: number): number => flight.top + (flight.steps - 1 - step) * flight.rise;

/** Its upper side: bright, and dark where the next step's shadow lies on it. */
function drawTread(step: number): string {
  const isLast = step === flight.steps - 1;
  const lines = 7;
  return Array.from({ length: lines }, (_, index) => {
    const back = (index + 0.6) / lines;
    const y = topOf(step) - flight.depth.y * back;
    const from = leftOf(step) - flight.depth.x * back;
    const to = isLast ? flight.end : leftOf(step + 1) - flight.depth.x * back;
    const light = mix(3.2, 2.5, back);
    if (isLast) return swelling([at(from, y, light), at(to - 300, y, light), at(to, y, light * 0.6)]);
    const shadow = to - 108 * back;
    return swelling([
      at(from, y, light * 0.86),
      at(shadow - 46, y, light),
      at(shadow - 4, y, light * 0.82),
      at(shadow + 6, y, 0.9),
      at(to, y, 0.6),
    ]);
  }).join('');
}

/** The lip in front: a bright edge, and below it two lines that round it off. */
function drawNosing(step: number): string {
  const to = step === flight.steps - 1 ? flight.end : leftOf(step + 1);
  const y = topOf(step);
  const from = leftOf(step) - 5;
  return [at(0, 1, 3.6), at(1, 5.6, 1.8), at(3, 9, 1)]
    .map((line) => swelling([at(from + line.x, y + line.y, line.thick), at(to, y + line.y, line.thick)]))
    .join('');
}

/** Its side to the left, away from the light: fine lines into the depth, which the tread below lights a little. */
function drawRiser(step: number): string {
  const from = topOf(step) + 15;
  const to = step === 0 ? bottom + flight.depth.y : topOf(step - 1) - 2;
  const x = leftOf(step);
  let lines = '';
  for (let y = from; y < to; y += pitch) {
    const thick = mix(0.5, 1.5, (y - from) / (flight.rise - 15) - 0.15);
    lines += swelling([at(x - flight.depth.x, y - flight.depth.y, thick * 0.6), at(x - 1, y, thick)]);
  }
  return lines;
}

/** The wall in front, a course of stones to each step: their lines grow with their depth, and to the right. */
function drawWall(): string {
  let lines = '';
  for (let course = 0; flight.top + course * flight.rise < bottom; course++) {
    const y = flight.top + course * flight.rise;
    const step = Math.max(0, flight.steps - 1 - course);
    const underTread = step === flight.steps - 1 ? flight.end : leftOf(step + 1);
    // The light falls on the upper courses.
    const light = mix(1, 0.62, course / flight.steps);
    let from = leftOf(step) + 2;
    for (let stone = 0; from < flight.end; stone++) {
      const to = from + (stone === 1 && course % 2 === 1 ? 1.5 : 1) * flight.column;
      const tone = light * (1 + 0.5 * (vary(course, stone) - 0.5));
      for (let down = 4; down < flight.rise - 2 && y + down < bottom; down += pitch) {
        const isUnderLip = course < flight.steps && from < underTread;
        if (isUnderLip && down < 14) continue;
        const isEdge = down < 5;
        const thick = isEdge ? 1.6 : tone * mix(isUnderLip ? 0.55 : 0.85, 2.9, (down - 12) / flight.rise);
        lines += swelling([
          at(from, y + down, thick * 0.5),
          at(to - 70, y + down, thick * 0.8),
          at(to - 3, y + down, thick * 1.2),
        ]);
      }
      from = to;
    }
  }
  return lines;
}

/** Its edges to the left: where the wall begins, and where the riser ends. */
function drawEdges(step: number): string {
  const x = leftOf(step);
  const below = step === 0 ? bottom + flight.depth.y : topOf(step - 1);
  const back = x - flight.depth.x;
  return `M${x - 0.9} ${topOf(step) + 11}h1.8V${below}h-1.8zM${back} ${topOf(step) - flight.depth.y}h1V${below - flight.depth.y}h-1z`;
}

/** The flight, cut by the right edge of whatever shows it; its left edge stands 60 units left of the first column. */
export function drawFlight(): string {
  const steps = Array.from({ length: flight.steps }, (_, step) => step);
  const data = steps
    .map((step) => drawTread(step) + drawNosing(step) + drawRiser(step) + drawEdges(step))
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-60 0 ${flightSize.width} ${flightSize.height}"><path fill="${white}" d="${data}${drawWall()}"/></svg>`;
}

/** `wider`: how much further to the right a step reaches than the one behind it. */
const step = { width: 1024, height: 520, tread: 40, wider: 14, lip: 5 };

export const stepSize = { width: step.width, height: step.height };

/** One step from the front, whose right end is what is shown of it: the tread, its lip, and the riser, shaded to the right. */
export function drawStep(): string {
  const { width, height, tread, wider, lip } = step;
  let data = '';
  for (let line = 0; line < 9; line++) {
    const near = (line + 0.4) / 9;
    const y = tread * near ** 1.25;
    const to = width - wider * (1 - y / tread);
    // The riser behind it casts a shadow, which ends to the right.
    const lit = mix(0.5, 3.3, near);
    data += swelling([
      at(0, y, lit),
      at(to - 150 + 90 * near, y, lit),
      at(to - 40, y, mix(lit, 3.4, 0.5)),
      at(to, y, lit),
    ]);
  }
  for (const [y, thick, shorter] of [
    [1.2, 4.2, 0],
    [6.4, 2, 1.5],
    [10.2, 1.1, 4],
  ] as const) {
    data += swelling([at(0, tread + y, thick), at(width - shorter, tread + y, thick)]);
  }
  const from = tread + 17;
  const end = width - lip - 1;
  for (let y = from, line = 0; y < height; y += pitch, line++) {
    const thick = mix(0.6, 2.7, (y - from) / 150);
    const reach = (44 + 34 * vary(line, 3)) * mix(0.55, 1, (y - from) / 60);
    data += swelling([at(end - reach, y, 0.1), at(end - reach * 0.5, y, thick * 0.5), at(end, y, thick)]);
  }
  data += `M${end} ${tread + 12}h1.2V${height}h-1.2z`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><path fill="${white}" d="${data}"/></svg>`;
}
