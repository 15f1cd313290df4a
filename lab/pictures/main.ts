import { chromium } from 'playwright-core';
import { buildIfChanged } from '../../scripts/build.ts';
import { ensureTestChromium } from '../../scripts/chromium.ts';
import { root } from '../../scripts/step.mjs';
import { takeConsolePictures } from './console.ts';
import { takeLetterPictures } from './letters.ts';
import { takeMessagePictures } from './messages.ts';
import { takePagePictures } from './pages.ts';

/**
 * Screenshots of all that people see, in `.cache/pictures/`: pages, messages, letters, console. `npm run pictures --
 * word` takes the pages whose name has the word, or one of the other three.
 */
const parts = {
  messages: takeMessagePictures,
  letters: takeLetterPictures,
  console: takeConsolePictures,
};

process.chdir(root);
const word = process.argv[2] ?? '';
const executablePath = await ensureTestChromium();
if (executablePath === null) throw new Error('No Chromium found, and none could be installed.');
await buildIfChanged();
const browser = await chromium.launch({
  executablePath,
  // As on phones: without it letters stand on whole pixels, also where a pixel of the page is two of the screen.
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
});
try {
  if (!(word in parts)) await takePagePictures(browser, word);
  for (const [name, take] of Object.entries(parts)) if (word === '' || word === name) await take(browser);
} finally {
  await browser.close();
}
console.log('The pictures are in .cache/pictures/');
