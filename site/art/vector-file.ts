import { createHash } from 'node:crypto';
import { type RosetteName, rosettes } from '#site/guilloche/rosettes.ts';
import { drawCardFace } from './card-face-file.ts';
import { drawChip } from './chip.ts';
import { drawRosette } from './rosette-file.ts';
import { drawStamp } from './stamp-file.ts';

const single = {
  'card-face': drawCardFace,
  chip: drawChip,
  stamp: drawStamp,
};

/** Drawings that are served as files, never inside a document. */
export type VectorName = RosetteName | keyof typeof single;

const draw = (name: VectorName): string => {
  if (name in rosettes) return drawRosette(name as RosetteName);
  return single[name as keyof typeof single]();
};

export const vectorNames: readonly VectorName[] = [
  ...(Object.keys(rosettes) as RosetteName[]),
  ...(Object.keys(single) as (keyof typeof single)[]),
];

const drawn = new Map<VectorName, { svg: string; path: string }>();

/** A drawing as a file: its name changes with its content. */
export function vectorFile(name: VectorName): { svg: string; path: string } {
  let file = drawn.get(name);
  if (!file) {
    const svg = draw(name);
    const hash = createHash('sha256').update(svg).digest('hex').slice(0, 8);
    file = { svg, path: `/art/${name}.${hash}.svg` };
    drawn.set(name, file);
  }
  return file;
}
