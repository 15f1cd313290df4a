import { at, mix, swelling } from './swelling-line.ts';

/** The creators' steps as a drawing, white lines on the page's red: a flight of five stone slabs, cut by the window's right edge. */

const white = '#fff';

/** Lengths in the drawing's units. */
interface Flight {
  /** From a step's front edge to the next one's. */
  column: number;
  rise: number;
  /** How far the back of a tread lies to the left and above its front. */
  depth: { x: number; y: number };
  /** Above the highest tread's front, and below the lowest one's. */
  top: number;
  foot: number;
  /** Left of the first column. */
  margin: number;
  end: number;
  /** From one line to the next. */
  pitch: number;
}

const steps = 5;

const flights = {
  /** The style sheet beside the stairs knows these too: 1180 are the width of the five columns. */
  flight: {
    column: 236,
    rise: 47.2,
    depth: { x: 30, y: 24.8 },
    top: 29,
    foot: 53.1,
    margin: 60,
    end: 1620,
    pitch: 4.4,
  },
  /** For phones: as wide as a window of 390. */
  'flight-narrow': {
    column: 68,
    rise: 31,
    depth: { x: 17, y: 13 },
    top: 16,
    foot: 36,
    margin: 34,
    end: 356,
    pitch: 3.1,
  },
} satisfies Record<string, Flight>;

export type FlightName = keyof typeof flights;

export const flightNames = Object.keys(flights) as FlightName[];

/** How many steps a flight has. */
export const flightSteps = steps;

const bottomOf = ({ top, rise, foot }: Flight): number => top + (steps - 1) * rise + foot;

export function flightSize(name: FlightName): { width: number; height: number } {
  const flight = flights[name];
  return { width: flight.end + flight.margin, height: bottomOf(flight) };
}

const leftOf = ({ column }: Flight, step: number): number => step * column;
const rightOf = (flight: Flight, step: number): number =>
  step === steps - 1 ? flight.end : leftOf(flight, step + 1);
const topOf = ({ top, rise }: Flight, step: number): number => top + (steps - 1 - step) * rise;

/** A slab's upper side: bright, and dark where the next slab's shadow lies on it. */
function drawTread(flight: Flight, step: number): string {
  const { depth, pitch } = flight;
  const lines = Math.round(depth.y / (0.95 * pitch));
  return Array.from({ length: lines }, (_, index) => {
    const back = (index + 0.6) / lines;
    const y = topOf(flight, step) - depth.y * back;
    const from = leftOf(flight, step) - depth.x * back;
    const light = pitch * mix(0.74, 0.6, back);
    if (step === steps - 1) return swelling([at(from, y, light), at(flight.end, y, light * 0.8)]);
    const to = rightOf(flight, step) - depth.x * back;
    const shadow = to - 1.5 * depth.x * back;
    return swelling([
      at(from, y, light * 0.9),
      at(shadow - 0.8 * depth.x, y, light),
      at(shadow - 0.1 * depth.x, y, light * 0.85),
      at(shadow + 0.15 * depth.x, y, pitch * 0.2),
      at(to, y, pitch * 0.14),
    ]);
  }).join('');
}

/** The lip in front: a bright edge, and below it two lines that round it off. */
function drawNosing(flight: Flight, step: number): string {
  const { pitch } = flight;
  const y = topOf(flight, step);
  const from = leftOf(flight, step) - pitch;
  const to = rightOf(flight, step);
  return [at(0, 0.3, 0.84), at(0.25, 1.3, 0.42), at(0.7, 2.1, 0.24)]
    .map(({ x, y: below, thick }) =>
      swelling([
        at(from + x * pitch, y + below * pitch, thick * pitch),
        at(to, y + below * pitch, thick * pitch),
      ]),
    )
    .join('');
}

/** Its end to the left, away from the light: fine lines into the depth, which the tread below lights a little. */
function drawEnd(flight: Flight, step: number): string {
  const { depth, pitch, rise } = flight;
  const top = topOf(flight, step);
  const from = top + 3.2 * pitch;
  const isFirst = step === 0;
  const to = isFirst ? bottomOf(flight) : top + rise - 0.5 * pitch;
  const x = leftOf(flight, step);
  let lines = '';
  for (let y = from; y < to; y += pitch) {
    const thick = pitch * mix(0.1, 0.3, (y - from) / (rise - 3 * pitch));
    lines += swelling([at(x - depth.x, y - depth.y, thick * 0.6), at(x - 1, y, thick)]);
  }
  const back = x - depth.x;
  const below = isFirst ? to : top + rise;
  return `${lines}M${x - 0.9} ${top + 2.4 * pitch}h1.8V${below}h-1.8zM${back} ${top - depth.y}h1V${below - depth.y}h-1z`;
}

/** Its front, as long as the flight: dark under the lip or the slab above, lighter towards its foot. */
function drawFront(flight: Flight, step: number): string {
  const { rise, pitch, end } = flight;
  const y = topOf(flight, step);
  const height = step === 0 ? flight.foot : rise;
  const left = leftOf(flight, step) + 0.4 * pitch;
  const edge = (from: number, below: number, thick: number) =>
    swelling([at(from, y + below, thick * pitch), at(end, y + below, thick * pitch)]);
  let lines = '';
  for (let down = 3.1 * pitch; down < height - 0.6 * pitch; down += pitch) {
    const thick = pitch * mix(0.1, 0.46, (down - 3 * pitch) / (rise - 3 * pitch));
    lines += swelling([at(left, y + down, thick * 0.7), at(end, y + down, thick)]);
  }
  // What it lies on: the slab below, or the ground.
  lines += edge(left, height - 0.25 * pitch, 0.5);
  if (step < steps - 1) {
    // The shadow of the slab above.
    const from = rightOf(flight, step) + 0.4 * pitch;
    lines += edge(from, 1.2 * pitch, 0.12) + edge(from, 2.2 * pitch, 0.1);
  }
  return lines;
}

export function drawFlight(name: FlightName): string {
  const flight = flights[name];
  const { width, height } = flightSize(name);
  const data = Array.from({ length: steps }, (_, step) => step)
    .map((step) => [drawTread, drawNosing, drawEnd, drawFront].map((draw) => draw(flight, step)).join(''))
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-flight.margin} 0 ${width} ${height}"><path fill="${white}" d="${data}"/></svg>`;
}
