const octaves = 40;
const powers = Float64Array.from({ length: 2 * octaves + 1 }, (_, index) => 2 ** (index - octaves));

/**
 * Share of a pixel that is covered by lines at the level sets of a field. Their distance on the screen stays
 * between 0.6 and 1.3 of the pitch: where it grows, another line grows between each two.
 *
 * @param value of the field, and how fast it runs across the screen, per pixel
 * @param tone share of the area that the lines are to cover
 * @param finest width of a line: where tone asks for less there are fewer of them, `sparsest` times the pitch
 * at most apart; then they end
 * @param size of the pixel
 * @param end share of the way to where the lines end: they taper, each to a point of its own, the last at 1
 */
export function drawLayer(
  value: number,
  slope: number,
  tone: number,
  pitch: number,
  finest: number,
  size: number,
  sparsest = 3,
  end = 0,
): number {
  if (slope < 1e-9 || tone <= 0 || end >= 1) return 0;
  const thinned = finest / tone;
  const apart = thinned < pitch ? pitch : Math.min(thinned, sparsest * pitch);
  const octave = -Math.log2(slope * apart);
  const whole = Math.floor(octave);
  const count = powers[whole + octaves] ?? 1;
  const distance = 1 / (slope * count);
  const at = value * count;
  const line = Math.round(at);
  const off = Math.abs(at - line);
  // 0 where lines stand one pitch apart, 1 before they stand two apart.
  const near = (octave - whole - 0.3) / 0.6;
  const grown = near <= 0 ? 0 : near >= 1 ? 1 : near * near * (3 - 2 * near);
  const wide = (tone * distance) / (1 + grown);
  if (wide < finest * 0.3) return 0;
  const own = wide * left(line / count, end);
  const between = wide * grown * left((Math.floor(at) + 0.5) / count, end);
  const least = end > 0 ? finest * 0.3 : 0;
  const covered =
    (own < least ? 0 : cover(off * distance, own, size)) +
    (between < least ? 0 : cover((0.5 - off) * distance, between, size));
  return Math.min(covered, 1);
}

/** Share of the way to the end in which a line tapers; the rest is how much earlier than others it may begin to. */
const taper = 0.6;

/** What is left of a line's width. Which of them end first is known by their level alone, so that each is one stroke. */
const left = (level: number, end: number): number => {
  if (end <= 0) return 1;
  const random = Math.sin(level * 127.1 + 11.7) * 43758.5453;
  const late = (1 - taper) * (random - Math.floor(random));
  return Math.min(Math.max(1 - (end - late) / taper, 0), 1);
};

/** Share of a pixel that a line covers whose middle is `away`. */
const cover = (away: number, wide: number, size: number): number => {
  const low = away - size / 2;
  const high = away + size / 2;
  const from = Math.max(low, -wide / 2);
  const to = Math.min(high, wide / 2);
  return to > from ? (to - from) / size : 0;
};
