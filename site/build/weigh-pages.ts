import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { pages } from '#contract/pages.ts';
import {
  describeWeights,
  documentBudget,
  explainExcess,
  type PageWeights,
  weighPage,
} from './page-weight.ts';

const keptFile = path.join(import.meta.dirname, '../../.cache/page-weights.json');

/** Prints what each built page weighs. Comes after every step that changes a page. */
export const weighPages: AstroIntegration = {
  name: 'weigh-pages',
  hooks: {
    'astro:build:done': async ({ dir, logger }) => {
      const weights = await readWeights(fileURLToPath(dir));
      assertSamePages(Object.keys(weights));
      for (const line of describeWeights(weights).split('\n')) logger.info(line);
      const { maxBytes, minRoomBytes } = documentBudget;
      const littleRoom = explainExcess(weights, await readKeptWeights(), maxBytes - minRoomBytes);
      if (littleRoom !== null) return logger.warn(littleRoom);
      await mkdir(path.dirname(keptFile), { recursive: true });
      await writeFile(keptFile, JSON.stringify(weights));
    },
  },
};

/** @returns the weight of each page in a built site, by its file's name without `.html` */
export async function readWeights(distDir: string): Promise<PageWeights> {
  const names = (await readdir(distDir)).filter((name) => name.endsWith('.html')).sort();
  const entries = names.map(async (name) => {
    const html = await readFile(path.join(distDir, name), 'utf8');
    return [name.slice(0, -'.html'.length), await weighPage(html)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** @returns the weights of the last build on this machine whose pages had all of their room; null without one */
export async function readKeptWeights(): Promise<PageWeights | null> {
  const text = await readFile(keptFile, 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}

/** @throws Error when contract/pages.ts and site/pages do not name the same pages */
export function assertSamePages(built: readonly string[]): void {
  const listed: string[] = Object.values(pages).map(({ path }) => (path === '/' ? 'index' : path.slice(1)));
  const unlisted = built.filter((name) => name !== '404' && !listed.includes(name));
  const missing = listed.filter((name) => !built.includes(name));
  const problems = [
    ...unlisted.map(
      (name) => `site/pages has ${name}.astro, which contract/pages.ts does not list: add it there.`,
    ),
    ...missing.map(
      (name) => `contract/pages.ts lists ${name}, but site/pages has no ${name}.astro: write it.`,
    ),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
