import type { WaitlistKind } from '#contract/submission.ts';
import { colors } from '#site/styles/colors.ts';

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
}

/** Creators' letters are dark (ink), venues' light (paper); in dark mode both are dark. */
export const inkPalette: Palette = {
  page: colors.ink,
  sheet: colors.ink,
  text: colors.paper,
  muted: '#b8ada3',
  line: '#4a3f3a',
  accent: colors.redBright,
  plate: colors.ink,
};

export const palettes: Readonly<Record<WaitlistKind, Palette>> = {
  creator: inkPalette,
  venue: {
    page: colors.paper,
    sheet: colors.sheet,
    text: colors.ink,
    muted: '#5f5650',
    line: '#c9bbac',
    accent: colors.red,
    plate: colors.ink,
  },
};
