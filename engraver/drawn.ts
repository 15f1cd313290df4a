import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brand } from '../contract/brand.ts';
import { texts } from '../contract/texts.ts';
import { readColors } from '../site/styles/read-colors.ts';

export const root = path.resolve(import.meta.dirname, '..');

export interface Drawn {
  name: string;
  city: string;
  date: string;
  note: string;
  colors: ReturnType<typeof readColors>;
}

/** All that pictures and letters show of what is written elsewhere. A module names each as `drawn.name`: `hashOf` asks for it. */
export const drawn: Drawn = {
  name: brand.name,
  city: brand.launch.city,
  date: brand.launch.date,
  note: texts.invitationOnly,
  colors: readColors(readFileSync(path.join(root, 'site/styles/tokens.css'), 'utf8')),
};
