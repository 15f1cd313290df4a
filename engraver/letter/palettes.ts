import type { WaitlistKind } from '../../contract/submission.ts';
import { drawn } from '../drawn.ts';

/** Colours of a letter, each with its token in `site/styles/tokens.css`. */
export interface Palette {
  page: string;
  sheet: string;
  text: string;
  muted: string;
  line: string;
  accent: string;
  /** Of the button, with white on it, in light and dark. */
  button: string;
  /** Of the picture and its surroundings: the same in light and dark, because no mail program recolours pictures. */
  plate: string;
}

/** Creators' letters are dark (ink), venues' light (paper); in dark mode both are dark. */
export const inkPalette: Palette = {
  page: drawn.colors.ink,
  sheet: drawn.colors.ink,
  text: drawn.colors.paper,
  muted: '#b8ada3',
  line: '#4a3f3a',
  accent: drawn.colors.redBright,
  button: drawn.colors.red,
  plate: drawn.colors.ink,
};

export const palettes: Readonly<Record<WaitlistKind, Palette>> = {
  creator: inkPalette,
  venue: {
    page: drawn.colors.paper,
    sheet: drawn.colors.sheet,
    text: drawn.colors.ink,
    muted: '#5f5650',
    line: '#c9bbac',
    accent: drawn.colors.red,
    button: drawn.colors.red,
    plate: drawn.colors.ink,
  },
};
