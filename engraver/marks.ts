import { drawn } from './drawn.ts';

/** The mark on ink, as tabs show it. */
export const drawFavicon = (): string =>
  `<svg aria-hidden="true" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${drawn.colors.ink}"/><path d="M2 4h28c0 9-5 12-12 13v7l6 2v2H8v-2l6-2v-7C7 16 2 13 2 4z" fill="${drawn.colors.paper}"/><path d="M4 6h24c-1 5.5-6 8-12 8S5 11.5 4 6z" fill="${drawn.colors.redBright}"/></svg>\n`;

/** The console's, a list with a dot. */
export const drawConsoleMark = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>${drawn.name}</title><rect width="32" height="32" fill="${drawn.colors.ink}"/><path d="M9 8h14M9 16h10M9 24h14" stroke="${drawn.colors.paper}" stroke-width="3"/><circle cx="24" cy="16" r="2.5" fill="${drawn.colors.red}"/></svg>\n`;
