import { type RosetteName, rosettes } from '../guilloche/rosettes.ts';
import { drawCardFace } from './card-face-file.ts';
import { drawChip } from './chip.ts';
import { drawRosette } from './rosette-file.ts';
import { drawStamp } from './stamp-file.ts';

/** Every drawing of vectors, by its file's name: what it is drawn by, and its module. */
export const vectors: Readonly<Record<string, { draw: () => string; module: string }>> = {
  ...Object.fromEntries(
    (Object.keys(rosettes) as RosetteName[]).map((name) => [
      name,
      { draw: () => drawRosette(name), module: 'engraver/vectors/rosette-file.ts' },
    ]),
  ),
  'card-face': { draw: drawCardFace, module: 'engraver/vectors/card-face-file.ts' },
  chip: { draw: drawChip, module: 'engraver/vectors/chip.ts' },
  stamp: { draw: drawStamp, module: 'engraver/vectors/stamp-file.ts' },
};
