import type { WaitlistKind } from '#contract/submission.ts';

/** Colours of a letter, each with its token in `site/styles/tokens.css`. */
export interface Palette {
  page: string;
  sheet: string;
  text: string;
  muted: string;
  line: string;
  accent: string;
  /** Of the picture and its surroundings: the same in light and dark, because no mail program recolours pictures. */
  plate: string;
  plateLine: string;
  plateRed: string;
}

const onInk = { plate: '#0c0a0a', plateLine: '#f6f0e8', plateRed: '#d61531' };

/** Creators' letters are dark (ink), venues' light (paper); in dark mode both are dark. */
export const inkPalette: Palette = {
  page: '#0c0a0a',
  sheet: '#0c0a0a',
  text: '#f6f0e8',
  muted: '#b8ada3',
  line: '#4a3f3a',
  accent: '#d61531',
  ...onInk,
};

export const palettes: Readonly<Record<WaitlistKind, Palette>> = {
  creator: inkPalette,
  venue: {
    page: '#f6f0e8',
    sheet: '#fffdf8',
    text: '#0c0a0a',
    muted: '#5f5650',
    line: '#c9bbac',
    accent: '#c8102e',
    ...onInk,
  },
};
