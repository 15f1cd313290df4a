import type { Browser } from 'playwright-core';
import { startTestSite } from '#test/browser/test-site.ts';
import { media, mediaStates, type State, states } from './states.ts';
import { desktop, type Size, save, saveForReadme, takeView } from './take.ts';

const windows: readonly Size[] = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  desktop,
  { width: 1920, height: 1080 },
];

const fits = ({ from = 0, below = Number.POSITIVE_INFINITY }: State, width: number) =>
  width >= from && width < below;

/** Every page and state at four widths, and the pages in other media, where the name has the word; the README's picture. */
export async function takePagePictures(browser: Browser, word: string): Promise<void> {
  const shots = [
    ...states.flatMap((state) =>
      windows
        .filter(({ width }) => fits(state, width))
        .map((size) => ({ file: `${state.name}-${size.width}.png`, view: state, size })),
    ),
    ...Object.entries(media).flatMap(([name, { media, ...size }]) =>
      mediaStates.map((state) => ({ file: `${state.name}-${name}.png`, view: { ...state, media }, size })),
    ),
  ].filter(({ file }) => file.includes(word));
  const site = await startTestSite();
  try {
    for (const { file, view, size } of shots)
      await takeView(browser, site.url, view, [size], (picture) => save(file, picture));
    const firstScreen = { name: 'readme', path: '/' };
    if (word === '' || word === 'home')
      await takeView(browser, site.url, firstScreen, [desktop], (picture) =>
        saveForReadme('home.png', picture),
      );
  } finally {
    await site.close();
  }
}
