import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { startTestSite } from '#test/browser/test-site.ts';
import { buildIfChanged } from '../../scripts/build.mjs';
import { ensureTestChromium } from '../../scripts/chromium.mjs';
import { takeConsolePictures } from './console.ts';
import { takeLetterPictures } from './letters.ts';
import { takeMessagePictures } from './messages.ts';
import { media, mediaStates, type State, states } from './states.ts';

/**
 * Screenshots of all that people see, in `.cache/pictures/` with an index. Every page and state at four
 * widths, and the pages in other media; the messages in Slack; the letters; the console. `npm run pictures --
 * word` takes the pages whose name has the word, or one of `messages`, `letters` and `console`; `console 300`
 * the console with so many applicants.
 */

const root = path.dirname(path.dirname(import.meta.dirname));
const folder = path.join(root, '.cache', 'pictures');
const windows = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

interface Shot {
  file: string;
  state: State;
  width: number;
  height: number;
  emulate?: Parameters<Page['emulateMedia']>[0];
}

const fits = ({ from = 0, below = Number.POSITIVE_INFINITY }: State, width: number) =>
  width >= from && width < below;

function listShots(word: string): Shot[] {
  const atWidths = states.flatMap((state) =>
    windows
      .filter(({ width }) => fits(state, width))
      .map((size): Shot => ({ file: `${state.name}-${size.width}.jpg`, state, ...size })),
  );
  const inMedia = media.flatMap(({ name, ...medium }) =>
    mediaStates.map((state): Shot => ({ file: `${state.name}-${name}.jpg`, state, ...medium })),
  );
  return [...atWidths, ...inMedia].filter(({ file }) => file.includes(word));
}

async function openPage(
  browser: Browser,
  url: string,
  { state, width, height, emulate }: Shot,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (emulate) await page.emulateMedia({ reducedMotion: 'reduce', ...emulate });
  await page.goto(url + state.path);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-island]')].every((island) =>
      Object.keys(island.firstElementChild ?? {}).some((key) => key.startsWith('__react')),
    ),
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  return page;
}

async function take(browser: Browser, url: string, shot: Shot): Promise<void> {
  const page = await openPage(browser, url, shot);
  await shot.state.pose?.(page);
  await page.screenshot({
    path: path.join(folder, shot.file),
    type: 'jpeg',
    quality: 82,
    fullPage: shot.state.extent === 'page',
  });
  await page.context().close();
}

/** The picture of the README: the first screen of home, in few colours. */
async function takeHome(browser: Browser, url: string): Promise<void> {
  const [home] = states;
  if (!home) throw new Error('The book has no first page.');
  const page = await openPage(browser, url, { file: '', state: home, width: 1280, height: 800 });
  const picture = await page.screenshot();
  await page.context().close();
  const file = path.join(root, 'docs', 'home.png');
  await sharp(picture).png({ palette: true, colours: 16, dither: 0, effort: 10 }).toFile(file);
}

const writeIndex = (groups: readonly [string, readonly string[]][]) =>
  writeFile(
    path.join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Picture book</title>
<style>body{margin:2rem;background:#ddd;font:14px sans-serif}h2{margin:2rem 0 .5rem}div{display:flex;gap:1rem;align-items:start;flex-wrap:wrap}figure{margin:0}img{display:block;width:280px;border:1px solid #999}</style>
<h1>Picture book</h1>${groups
      .map(
        ([name, files]) =>
          `<h2>${name}</h2><div>${files
            .map(
              (file) =>
                `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${file}</figcaption></figure>`,
            )
            .join('')}</div>`,
      )
      .join('')}</html>`,
  );

async function makeBook(word: string, options: readonly string[]): Promise<void> {
  const executablePath = await ensureTestChromium();
  if (executablePath === null) throw new Error('No Chromium found, and none could be installed.');
  const shots = listShots(word);
  if (word === '') await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath,
    // As on phones: without it letters stand on whole pixels, also where a pixel of the page is two of the screen.
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  });
  try {
    const groups: [string, readonly string[]][] = [];
    if (shots.length > 0) groups.push(...(await takePages(browser, shots, word)));
    for (const [name, take] of [
      ['messages', takeMessagePictures],
      ['letters', takeLetterPictures],
      ['console', takeConsolePictures],
    ] as const) {
      if (!name.startsWith(word)) continue;
      const files = await take(browser, path.join(folder, name), options);
      groups.push([name, files.map((file) => `${name}/${file}`)]);
    }
    if (word === '') await writeIndex(groups);
    const count = groups.flatMap(([, files]) => files).length;
    console.log(`${count} pictures in ${path.relative(root, folder)}/`);
  } finally {
    await browser.close();
  }
}

async function takePages(
  browser: Browser,
  shots: readonly Shot[],
  word: string,
): Promise<[string, readonly string[]][]> {
  await buildIfChanged();
  const testSite = await startTestSite();
  try {
    const waiting = [...shots];
    const work = async () => {
      for (let shot = waiting.shift(); shot; shot = waiting.shift()) await take(browser, testSite.url, shot);
    };
    await Promise.all([work(), work()]);
    if (word === '' || word === 'home') await takeHome(browser, testSite.url);
  } finally {
    await testSite.close();
  }
  const groups = Map.groupBy(shots, ({ state }) => state.name);
  return [...groups].map(([name, group]) => [name, group.map(({ file }) => file)]);
}

process.chdir(root);
await makeBook(process.argv[2] ?? '', process.argv.slice(3));
