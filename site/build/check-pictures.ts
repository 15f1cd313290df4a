import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { findElements, readAttribute } from './page-html.ts';

/** Stops a build in which a page, or the receipts, name a picture that was not written. */
export const checkPictures: AstroIntegration = {
  name: 'check-pictures',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const problems = explainMissingPictures(...(await readBuilt(fileURLToPath(dir))));
      if (problems !== null) throw new Error(problems);
    },
  },
};

/** @returns the texts that name pictures, by their file; and the pictures that are there and not empty, by their address */
async function readBuilt(dist: string): Promise<[Record<string, string>, Set<string>]> {
  const names = (await readdir(dist)).filter((name) => /\.(html|json)$/.test(name)).sort();
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(path.join(dist, name), 'utf8')] as const),
  );
  const written = new Set<string>();
  for (const name of await readdir(path.join(dist, 'art')).catch(() => [])) {
    const { size } = await stat(path.join(dist, 'art', name));
    if (size > 0) written.add(`/art/${name}`);
  }
  return [Object.fromEntries(texts), written];
}

/** What to know when a page or a JSON file of HTML names a picture (`/art/…`) that was not written; null when none does. */
export function explainMissingPictures(
  texts: Readonly<Record<string, string>>,
  written: ReadonlySet<string>,
): string | null {
  const missing = Object.entries(texts).flatMap(([name, text]) =>
    [...new Set(readHtmls(name, text).flatMap(findPictures))]
      .filter((address) => !written.has(address))
      .map((address) => `${name} names ${address}, which was not written, or is empty.`),
  );
  if (missing.length === 0) return null;
  return [
    ...missing,
    'Pictures are the files that site/pictures/manifest.json lists. Run: npm run engrave',
  ].join('\n');
}

const readHtmls = (name: string, text: string): string[] =>
  name.endsWith('.json')
    ? Object.values(JSON.parse(text)).filter((value) => typeof value === 'string')
    : [text];

/** The addresses below `/art/` in `src`, `srcset` and the links of icons and preloads. */
const findPictures = (html: string): string[] =>
  findElements(html)
    .flatMap((element) => ['src', 'srcset', 'href'].map((name) => readAttribute(element, name) ?? ''))
    .flatMap((value) => value.split(','))
    .map((candidate) => candidate.trim().split(' ')[0] ?? '')
    .filter((address) => address.startsWith('/art/'));
