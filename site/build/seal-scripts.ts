import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { followImports, readScripts } from './built-scripts.ts';

/**
 * Subresource integrity for what a page runs by itself: a browser refuses a script that a cache or a
 * proxy changed on the way, and the forms go on without scripts. Comes after every other build step.
 */
export const sealScripts: AstroIntegration = {
  name: 'seal-scripts',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const dist = fileURLToPath(dir);
      const scripts = await readScripts(path.join(dist, '_astro'));
      for (const name of await readdir(dist)) {
        if (!name.endsWith('.html')) continue;
        const file = path.join(dist, name);
        await writeFile(file, sealPage(await readFile(file, 'utf8'), scripts));
      }
    },
  },
};

/**
 * Islands are imported and not written as elements, so an import map names their hashes; the island
 * script is an element too, which starts what the islands ask for a moment later.
 *
 * A preload without the hash would be fetched and then not used.
 *
 * What is loaded only when a form is used has no hash: seven of them would not fit into a page's
 * first flight (test/browser/budgets.spec.ts).
 */
export function sealPage(page: string, scripts: ReadonlyMap<string, string>): string {
  const named = [...page.matchAll(/"\/_astro\/([^"]+\.js)"/g)].map(([, name = '']) => name);
  const loaded = followImports(named, scripts);
  if (loaded.size === 0) return page;
  const hashes = new Map([...loaded].map((name) => [name, hashOf(scripts.get(name) ?? '')]));
  const integrity = Object.fromEntries([...hashes].map(([name, hash]) => [`/_astro/${name}`, hash]));
  const island = /component-url="\/_astro\/([^"]+)"/.exec(page)?.[1] ?? '';
  const element = hashes.has(island)
    ? `<script type="module" src="/_astro/${island}" integrity="${hashes.get(island)}"></script>`
    : '';
  return page
    .replaceAll(/<link rel="modulepreload"[^>]* href="\/_astro\/([^"]+)"/g, (link, name: string) =>
      hashes.has(name) ? `${link} integrity="${hashes.get(name)}"` : link,
    )
    .replace('</title>', () => `</title><script type="importmap">${JSON.stringify({ integrity })}</script>`)
    .replace('</body>', () => `${element}</body>`);
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
