import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { waitlistKinds } from '#contract/submission.ts';
import { createLetterComposer, pictureFile, pictureId } from '#server/mail/compose-letter.ts';
import { takeHtml } from './take.ts';

/** As narrow as a phone, and as wide as a mail program's pane. */
const widths = [390, 640];
const names = { creator: 'Ada Okafor', venue: 'Bar Cento' };
const longName = 'Maximiliane Theodora von Hohenstein-Oettingen';

/** Both letters, light and dark, with a short name and a long one. */
export async function takeLetterPictures(browser: Browser): Promise<void> {
  const compose = createLetterComposer({
    siteUrl: 'https://entree.example',
    timeZone: 'Australia/Sydney',
  });
  const picture = `data:image/png;base64,${readFileSync(pictureFile).toString('base64')}`;
  for (const kind of waitlistKinds)
    for (const [length, name] of Object.entries({ '': names[kind], '-long-name': longName })) {
      const { html } = compose('invited', {
        kind,
        name,
        appliedAtMs: Date.parse('2026-11-21T03:00:00Z'),
        addedAtMs: null,
      });
      const shown = (html ?? '').replaceAll(`cid:${pictureId}`, picture);
      for (const width of widths)
        for (const colorScheme of ['light', 'dark'] as const) {
          const file = `letters/letter-${kind}${length}-${width}-${colorScheme}.png`;
          await takeHtml(browser, shown, file, { viewport: { width, height: 800 }, colorScheme });
        }
    }
}
