import type { Scene, Size } from './engine/scene.ts';
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

/** The file of a picture, from the project's root: of one of its scene's sizes, for screens of one or two pixels per CSS pixel. */
export const pictureFile = (name: PictureName, size: number, density: 1 | 2): string =>
  `site/pictures/art/${name}-${size}-${density}x.webp`;

/** All files of a picture, in the order of its sizes. */
export const listFiles = (name: PictureName): string[] =>
  scenes[name].sizes.flatMap(({ densities }: Size, size) =>
    densities.map((density) => pictureFile(name, size, density)),
  );
