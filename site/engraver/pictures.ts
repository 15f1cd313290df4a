import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Scene, Size } from './scene.ts';
import { bucket } from './scenes/bucket.ts';
import { clocheLifted } from './scenes/cloche-lifted.ts';
import { closedDoor } from './scenes/closed-door.ts';
import { couponApproval } from './scenes/coupon-approval.ts';
import { couponCost } from './scenes/coupon-cost.ts';
import { couponPost } from './scenes/coupon-post.ts';
import { curtain } from './scenes/curtain.ts';

import { doorAjar } from './scenes/door-ajar.ts';
import { filming } from './scenes/filming.ts';
import { home } from './scenes/home.ts';
import { keys } from './scenes/keys.ts';
import { letter } from './scenes/letter.ts';
import { menuOpen } from './scenes/menu-open.ts';
import { paidBill } from './scenes/paid-bill.ts';
import { pass } from './scenes/pass.ts';
import { place } from './scenes/place.ts';
import { rope } from './scenes/rope.ts';
import { slotCard } from './scenes/slot-card.ts';
import { slotKeys } from './scenes/slot-keys.ts';
import { slotLetters } from './scenes/slot-letters.ts';
import { stairs } from './scenes/stairs.ts';
import { table } from './scenes/table.ts';
import { tray } from './scenes/tray.ts';
import { visit } from './scenes/visit.ts';

/** Every picture of the site, by its scene's file name. */
export const scenes = {
  home,
  table,
  pass,
  'door-ajar': doorAjar,
  place,
  filming,
  curtain,
  stairs,
  tray,
  'menu-open': menuOpen,
  'paid-bill': paidBill,
  rope,
  'cloche-lifted': clocheLifted,
  visit,
  'coupon-cost': couponCost,
  'coupon-approval': couponApproval,
  'coupon-post': couponPost,
  bucket,
  keys,
  letter,
  'slot-card': slotCard,
  'slot-keys': slotKeys,
  'slot-letters': slotLetters,
  'closed-door': closedDoor,
} as const satisfies Record<string, Scene>;

export type PictureName = keyof typeof scenes;

/** One file of a picture. */
export interface PictureFile {
  name: PictureName;
  /** Which of the scene's sizes. */
  size: number;
  density: 1 | 2;
  /** As it is served: its name changes with anything that it is drawn from. */
  path: string;
}

// The build bundles this module, so its sources are found from the project's root, where every build starts.
const folder = path.resolve('site/engraver');

const hashFiles = (files: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(folder, file)))
      .update('\0');
  return hash.digest('hex');
};

/** What draws every picture: all of this folder but the scenes, this list of them, and the tests; and the rosette of the card. */
const engineFiles = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.') && !file.startsWith('scenes/'))
    .filter((file) => file !== 'pictures.ts')
    .concat('../guilloche/bands.ts', '../guilloche/rosettes.ts')
    .sort();

let engineHash: string | undefined;

/** The files of a picture, in the order of its sizes. */
export function listFiles(name: PictureName): PictureFile[] {
  engineHash ??= hashFiles(engineFiles());
  const hash = createHash('sha256')
    .update(engineHash)
    .update(hashFiles([`scenes/${name}.ts`]))
    .digest('hex')
    .slice(0, 8);
  return scenes[name].sizes.flatMap(({ densities }: Size, size) =>
    densities.map((density) => ({
      name,
      size,
      density,
      path: `/art/${name}-${size}-${density}x.${hash}.webp`,
    })),
  );
}

const pixelsOf = (name: PictureName): number =>
  scenes[name].sizes.reduce(
    (sum, { width, height, densities }: Size) =>
      sum + densities.reduce<number>((each, density) => each + width * height * density ** 2, 0),
    0,
  );

/** The files of all pictures, of the largest first: drawn in this order, no thread is left alone with it at the end. */
export const listAllFiles = (): PictureFile[] =>
  (Object.keys(scenes) as PictureName[])
    .toSorted((one, other) => pixelsOf(other) - pixelsOf(one))
    .flatMap(listFiles);
