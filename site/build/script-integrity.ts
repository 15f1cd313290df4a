import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { findElements, readAttribute } from './page-html.ts';

export interface BuiltScript {
  /** As `integrity` takes it: `sha256-…`. */
  hash: string;
  /** File names of the scripts that it imports statically. */
  imports: readonly string[];
  /** File names of those that it imports when they are needed. */
  laterImports: readonly string[];
}

type Imports = Omit<BuiltScript, 'hash'>;

/**
 * Subresource integrity for the scripts of the pages: a browser refuses a script that was changed on the way, and the
 * forms work without scripts.
 */
export function scriptIntegrity(): AstroIntegration {
  const imports = new Map<string, Imports>();
  return {
    name: 'script-integrity',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'note-script-imports',
                apply: 'build',
                applyToEnvironment: ({ name }) => name === 'client',
                generateBundle(_options, bundle) {
                  for (const file of Object.values(bundle)) {
                    if (file.type === 'chunk')
                      imports.set(file.fileName, {
                        imports: file.imports,
                        laterImports: file.dynamicImports,
                      });
                  }
                },
              },
            ],
          },
        });
      },
      'astro:build:done': async ({ dir }) => {
        const dist = fileURLToPath(dir);
        const scripts = new Map<string, BuiltScript>();
        for (const [name, imported] of imports) {
          const bytes = await readFile(path.join(dist, name));
          const hash = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
          scripts.set(name, { hash, ...imported });
        }
        for (const name of await readdir(dist)) {
          if (!name.endsWith('.html')) continue;
          const file = path.join(dist, name);
          await writeFile(file, addIntegrity(await readFile(file, 'utf8'), scripts));
        }
      },
    },
  };
}

/** File names of the scripts that a page runs at first, imported ones included, and of those that it can load later. */
export function findPageScripts(html: string, scripts: ReadonlyMap<string, BuiltScript>) {
  const atFirst = new Set<string>();
  const ever = new Set<string>();
  const follow = (name: string, found: Set<string>, next: (script: BuiltScript) => readonly string[]) => {
    const script = scripts.get(name);
    if (!script || found.has(name)) return;
    found.add(name);
    for (const imported of next(script)) follow(imported, found, next);
  };
  for (const element of findElements(html)) {
    if (element.tagName !== 'script') continue;
    const name = readAttribute(element, 'src')?.slice(1) ?? '';
    follow(name, atFirst, ({ imports }) => imports);
    follow(name, ever, ({ imports, laterImports }) => [...imports, ...laterImports]);
  }
  return { atFirst, ever };
}

/**
 * Writes the hashes into a page. An import has no attribute of its own: an import map names its hash
 * (https://html.spec.whatwg.org/multipage/webappapis.html#integrity-metadata). Preloading fetches the
 * imported scripts together with the first; a preload without its hash would be fetched and not used.
 */
export function addIntegrity(html: string, scripts: ReadonlyMap<string, BuiltScript>): string {
  const { atFirst, ever } = findPageScripts(html, scripts);
  if (ever.size === 0) return html;
  const hashOf = (name: string) => scripts.get(name)?.hash ?? '';
  const integrity = Object.fromEntries([...ever].map((name) => [`/${name}`, hashOf(name)]));
  const preloads = [...atFirst].map(
    (name) => `<link rel="modulepreload" href="/${name}" integrity="${hashOf(name)}">`,
  );
  const insertions = new Map<number, string>();
  for (const element of findElements(html)) {
    const { startTag, endTag } = element.sourceCodeLocation ?? {};
    if (element.tagName === 'head' && endTag) {
      const map = `<script type="importmap">${JSON.stringify({ integrity })}</script>`;
      insertions.set(endTag.startOffset, map + preloads.join(''));
    }
    const source = element.tagName === 'script' ? readAttribute(element, 'src')?.slice(1) : undefined;
    if (source !== undefined && atFirst.has(source) && startTag) {
      insertions.set(startTag.endOffset - 1, ` integrity="${hashOf(source)}"`);
    }
  }
  return insertAt(html, insertions);
}

function insertAt(text: string, insertions: ReadonlyMap<number, string>): string {
  let result = '';
  let from = 0;
  for (const [offset, inserted] of [...insertions].sort(([a], [b]) => a - b)) {
    result += text.slice(from, offset) + inserted;
    from = offset;
  }
  return result + text.slice(from);
}
