import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { pages } from '#contract/pages.ts';
import { startTestSite } from '#test/browser/test-site.ts';
import type { Engine, Size } from '#test/engines/engine.ts';
import { startChromium, startFirefox } from '#test/engines/puppeteer-engine.ts';
import { createVisitor } from '#test/engines/visitor.ts';
import { startWebKit } from '#test/engines/webkit-engine.ts';
import { buildIfChanged } from '../../scripts/build.mjs';

/**
 * Every page in Chromium, Firefox and WebKit beside each other, screen by screen, in
 * `.cache/pictures/engines/`. `npm run pictures:engines -- word` takes the pages whose name has the word.
 */

const root = path.dirname(path.dirname(import.meta.dirname));
const folder = path.join(root, '.cache', 'pictures', 'engines');
const sizes: Size[] = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
const gap = 16;
const subjects = [
  ...Object.entries(pages).map(([name, { path: address }]) => ({ name, address })),
  { name: '404', address: '/late-table' },
];

/** The page from its top to its bottom, a window's height at a time. */
async function takeScreens(engine: Engine, url: string, size: Size): Promise<Buffer[]> {
  const visitor = createVisitor(engine, url);
  await engine.resize(size);
  await visitor.waitUntil('the faces are there', () =>
    visitor.evaluate(() => document.fonts.status === 'loaded'),
  );
  const heightPx = await visitor.evaluate(() => document.documentElement.scrollHeight);
  const screens: Buffer[] = [];
  for (let top = 0; top < heightPx; top += size.height) {
    await visitor.waitUntil(`the page is scrolled to ${top}`, () =>
      visitor.evaluate((place) => {
        window.scrollTo({ top: place, behavior: 'instant' });
        return Math.abs(scrollY - Math.min(place, document.documentElement.scrollHeight - innerHeight)) < 1;
      }, top),
    );
    await visitor.waitUntil('the pictures of this screen are there', () =>
      visitor.evaluate(() =>
        [...document.images].every((image) => {
          const { top: start, bottom } = image.getBoundingClientRect();
          return image.complete || !image.checkVisibility() || bottom < 0 || start > innerHeight;
        }),
      ),
    );
    screens.push(await engine.screenshot());
  }
  return screens;
}

/** A column for each engine. */
async function placeBeside(columns: readonly Buffer[][], { width, height }: Size, file: string) {
  const rows = Math.max(...columns.map(({ length }) => length));
  const overlays = columns.flatMap((column, at) =>
    column.map((input, row) => ({ input, left: at * (width + gap), top: row * (height + gap) })),
  );
  await sharp({
    create: {
      width: columns.length * (width + gap) - gap,
      height: rows * (height + gap) - gap,
      channels: 3,
      background: '#00f',
    },
  })
    .composite(overlays)
    .jpeg({ quality: 82 })
    .toFile(path.join(folder, file));
}

async function takeAll(word: string): Promise<void> {
  await buildIfChanged();
  await mkdir(folder, { recursive: true });
  const testSite = await startTestSite();
  const options = { lessMotion: true };
  const engines: Engine[] = [];
  try {
    for (const start of [startChromium, startFirefox, startWebKit]) engines.push(await start(options));
    console.log(engines.map(({ version }) => version).join(', '));
    for (const { name, address } of subjects.filter((subject) => subject.name.includes(word))) {
      await Promise.all(engines.map((engine) => engine.goto(testSite.url + address)));
      for (const size of sizes) {
        const columns: Buffer[][] = [];
        for (const engine of engines) columns.push(await takeScreens(engine, testSite.url, size));
        await placeBeside(columns, size, `${name}-${size.width}.jpg`);
      }
    }
  } finally {
    await Promise.all(engines.map((engine) => engine.close()));
    await testSite.close();
  }
}

process.chdir(root);
await takeAll(process.argv[2] ?? '');
console.log(`${path.relative(root, folder)}/`);
