import type { pages } from '../../contract/pages.ts';
import type { SharePicture } from './share-picture.ts';

/** What a shared link to each page shows; to a page without one it shows home's. */
export const sharePictures: { home: SharePicture } & Partial<Record<keyof typeof pages, SharePicture>> = {
  home: {
    tone: 'ink',
    lines: ['Where Influence', 'Becomes', 'Currency'],
    picture: 'home',
    view: { size: 2, left: 0, top: 0, height: 745 },
  },
  creators: {
    tone: 'ink',
    lines: ['Put it on', 'your name.'],
    picture: 'tray',
    view: { size: 1, left: 262, top: 0, height: 360 },
  },
  venues: {
    tone: 'paper',
    lines: ['Pay for', 'the plate.', 'Nothing else.'],
    picture: 'cloche-lifted',
    view: { size: 2, left: 0, top: 0, height: 660 },
  },
  contact: {
    tone: 'paper',
    lines: ["Let's talk", 'access'],
    picture: 'letter',
    view: { size: 1, left: 0, top: 0, height: 372 },
  },
};
