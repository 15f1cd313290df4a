import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { waitlistKinds } from '#contract/submission.ts';
import { createLetterComposer, pictureFile, pictureId } from '#server/mail/compose-letter.ts';
import { readLetterWords } from '#server/mail/letter-words.ts';

/** As narrow as a phone, and as wide as a mail program's pane. */
const widths = [390, 640];
const names = { creator: 'Ada Okafor', venue: 'Bar Cento' };
const longName = 'Maximiliane Theodora von Hohenstein-Oettingen';

/** Pictures of both letters, light and dark, with a short name and a long one; answers their names. */
export async function takeLetterPictures(browser: Browser, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const compose = createLetterComposer({
    words: readLetterWords(),
    siteUrl: 'https://entree.example',
    timeZone: 'Australia/Sydney',
  });
  const picture = `data:image/png;base64,${readFileSync(pictureFile).toString('base64')}`;
  const taken: string[] = [];
  for (const kind of waitlistKinds) {
    for (const [length, name] of [
      ['', names[kind]],
      ['-long-name', longName],
    ] as const) {
      const { html } = compose({ kind, name, appliedAtMs: Date.parse('2026-11-21T03:00:00Z') });
      for (const width of widths) {
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
          await page.setContent(html.replaceAll(`cid:${pictureId}`, picture));
          const file = `letter-${kind}${length}-${width}-${colorScheme}.png`;
          await page.screenshot({ path: path.join(folder, file), fullPage: true });
          await page.close();
          taken.push(file);
        }
      }
    }
  }
  return taken;
}
