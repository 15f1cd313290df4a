import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Stops a build in which a page, or the pictures of a success, name a file of the site that was not written. */
export const checkLinks: AstroIntegration = {
  name: 'check-links',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const dist = fileURLToPath(dir);
      const written = (await readdir(dist, { recursive: true })).map((name) =>
        name.replaceAll(path.sep, '/'),
      );
      const texts: Record<string, string> = {};
      for (const name of written.filter((each) => /\.(html|json)$/.test(each)))
        texts[name] = await readFile(path.join(dist, name), 'utf8');
      const problems = explainMissingFiles(texts, new Set(written));
      if (problems !== null) throw new Error(problems);
    },
  },
};

/**
 * A message when a page, or a JSON file of HTML, names a file or page of the site that was not written; null when
 * none does.
 *
 * @param written paths of all files, relative to the site's root
 */
export function explainMissingFiles(
  texts: Readonly<Record<string, string>>,
  written: ReadonlySet<string>,
): string | null {
  const isWritten = (address: string): boolean => {
    const name = address.slice(1);
    return name === '' || written.has(name) || written.has(`${name}.html`);
  };
  const missing = Object.entries(texts).flatMap(([name, text]) =>
    findAddresses(text)
      .filter((address) => !isWritten(address))
      .map((address) => `${name} names ${address}, which was not written.`),
  );
  if (missing.length === 0) return null;
  return [
    ...missing,
    'Pictures are the files that site/pictures/manifest.json lists (npm run engrave), pages those of site/pages/. Files of /_astro/ are written by the build itself: where they are missing, the path of this folder has a sign that the build cannot have in a path, such as % or #.',
  ].join('\n');
}

/** The addresses on this site in `src`, `srcset` and `href`, without query and fragment; in JSON quotes are escaped. */
const findAddresses = (text: string): string[] => {
  const addresses = [...text.matchAll(/ (?:src|srcset|href)=\\?"([^"\\]*)/gi)]
    .flatMap(([, value = '']) => value.split(','))
    .map((candidate) => candidate.trim().split(/[ ?#]/)[0] ?? '')
    .filter((address) => /^\/(?!\/)/.test(address));
  return [...new Set(addresses)];
};
