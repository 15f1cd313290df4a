import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { isHydrated } from '#test/browser/is-hydrated.ts';
import { root } from '../../scripts/step.mjs';

/** One picture's subject: a page of the site or a view of the console, and what is done to it before. */
export interface View {
  name: string;
  path: string;
  /** Else the first screen of where it has come to. */
  isWholePage?: boolean;
  media?: Parameters<Page['emulateMedia']>[0];
  pose?(page: Page): Promise<unknown>;
}

/** Of the README's pictures too. */
export const desktop: Size = { width: 1280, height: 800 };

export interface Size {
  width: number;
  height: number;
}

const folder = path.join(root, '.cache', 'pictures');

export async function save(name: string, picture: Buffer): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, picture);
}

export type Sizes = readonly [Size, ...Size[]];
export type UsePicture = (picture: Buffer, size: Size) => Promise<unknown>;
type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0];

/** A picture of each size; what is done to it before is done once, in a window of the first. */
export async function takeView(
  browser: Browser,
  url: string,
  { path: at, media, pose, isWholePage = false }: View,
  sizes: Sizes,
  use: UsePicture,
  cookies: Cookies = [],
): Promise<void> {
  const context = await browser.newContext({ viewport: sizes[0] });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce', ...media });
  await page.goto(url + at);
  await untilShown(page);
  await pose?.(page);
  for (const size of sizes) {
    await page.setViewportSize(size);
    if (isWholePage) await page.evaluate(loadAllPictures);
    await use(await page.screenshot({ fullPage: isWholePage }), size);
  }
  await context.close();
}

/** Else a browser loads those that are near the window. Runs in the page. */
async function loadAllPictures(): Promise<void> {
  const shown = [...document.images].filter((image) => image.checkVisibility());
  for (const image of shown) image.loading = 'eager';
  await Promise.all(shown.map((image) => image.decode()));
}

/** Each answer has come, also on a busy machine after the network's idle half second; each form reacts. */
export async function untilShown(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('.loading').waitFor({ state: 'detached' });
  await page.waitForFunction(isHydrated);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** A message or a letter, which is no page of ours. */
export async function takeHtml(
  browser: Browser,
  html: string,
  name: string,
  options: BrowserContextOptions,
): Promise<void> {
  const page = await browser.newPage(options);
  await page.setContent(html);
  await save(name, await page.screenshot({ fullPage: true }));
  await page.close();
}

export const saveForReadme = (name: string, picture: Buffer) =>
  writeFile(path.join(root, 'docs', name), picture);
