import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * Subresource integrity for the scripts of the pages: a browser refuses a script that was changed on the way, and the
 * forms work without scripts.
 */
export const scriptIntegrity: AstroIntegration = {
  name: 'script-integrity',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const dist = fileURLToPath(dir);
      /** By the script's address: as `integrity` takes it. */
      const hashes: Record<string, string> = {};
      for (const name of await readdir(path.join(dist, '_astro'))) {
        if (!name.endsWith('.js')) continue;
        const bytes = await readFile(path.join(dist, '_astro', name));
        hashes[`/_astro/${name}`] = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
      }
      for (const name of await readdir(dist)) {
        if (!name.endsWith('.html')) continue;
        const file = path.join(dist, name);
        await writeFile(file, addIntegrity(await readFile(file, 'utf8'), hashes));
      }
    },
  },
};

/**
 * Writes the hashes into a page. An import has no attribute of its own: an import map names its hash
 * (https://html.spec.whatwg.org/multipage/webappapis.html#integrity-metadata). A preload without its hash would be
 * fetched and not used.
 */
function addIntegrity(html: string, hashes: Record<string, string>): string {
  const scripts = [...html.matchAll(/<script type="module" src="([^"]+)"/g)];
  const [script = '', address = ''] = scripts[0] ?? [];
  const hash = hashes[address];
  if (hash === undefined || scripts.length > 1)
    throw new Error(`A page has ${scripts.length} scripts. It must have one, whose file was written.`);
  const integrity = `integrity="${hash}"`;
  const map = `<script type="importmap">${JSON.stringify({ integrity: hashes })}</script>`;
  const preload = `<link rel="modulepreload" href="${address}" ${integrity}>`;
  return html.replace(script, `${script} ${integrity}`).replace('</head>', `${map}${preload}</head>`);
}
