import type { SharePicture } from '#site/art/share-picture.ts';

/** By its name what a shared link to each page shows. */
export const sharePictures: Record<string, SharePicture> = {
  home: { tone: 'ink', lines: ['Where Influence', 'Becomes', 'Currency'], figure: 'coupe' },
  creators: { tone: 'ink', lines: ['Put it on', 'your name.'], figure: 'dahlia' },
  venues: { tone: 'paper', lines: ['Pay for the plate.', 'Nothing else.'], figure: 'clover' },
  contact: { tone: 'paper', lines: ["Let's talk", 'access'], figure: 'lace' },
};

/** The name of a page's picture, by the page's path. */
export const nameSharePicture = (path: string): string => (path === '/' ? 'home' : path.slice(1));

/** What the picture says, for those who do not see it; undefined for a page without one. */
export const describeSharePicture = (path: string): string | undefined =>
  sharePictures[nameSharePicture(path)]?.lines.join(' ');
