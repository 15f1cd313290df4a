import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { followImports, readScripts } from './built-scripts.ts';
import { pruneStyles } from './prune-styles.ts';

/** What is done to the built pages so that a first visit needs few bytes and few requests. */
export const tightenPages: AstroIntegration = {
  name: 'tighten-pages',
  hooks: {
    'astro:build:done': async ({ dir, logger }) => {
      const dist = fileURLToPath(dir);
      const assets = path.join(dist, '_astro');
      const scripts = await readScripts(assets);
      const facades = findFacades(scripts);
      const scriptText = [...scripts.values()].filter((text) => !isReact(text)).join('\n');
      const obsolete = new Set<string>(facades.keys());

      let before = 0;
      let after = 0;
      for (const name of await readdir(dist)) {
        if (!name.endsWith('.html')) continue;
        const file = path.join(dist, name);
        const built = await readFile(file, 'utf8');
        let page = inlineSmallScripts(skipFacades(built, facades), scripts, obsolete);
        page = preloadIslands(moveIslandScripts(joinStyles(page, scriptText)), scripts);
        await writeFile(file, page);
        before += built.length;
        after += page.length;
      }
      await Promise.all([...obsolete].map((name) => rm(path.join(assets, name))));
      logger.info(`${before} bytes of pages became ${after}; ${obsolete.size} scripts fewer`);
    },
  },
};

const isReact = (text: string): boolean => text.includes('__reactContainer') && text.length > 100_000;

interface Facade {
  chunk: string;
  /** Local name in the chunk → what the pages ask for. */
  exportedAs: Map<string, string>;
}

/** Files that only pass on, under a component's name, what the shared chunk exports under a short one. */
function findFacades(scripts: ReadonlyMap<string, string>): Map<string, Facade> {
  const facades = new Map<string, Facade>();
  for (const [name, text] of scripts) {
    const direct = /^export\{([^}]*)\}from"\.\/([^"]+)";?\s*$/.exec(text);
    const viaImport = /^import\{([^}]*)\}from"\.\/([^"]+)";export\{([^}]*)\};?\s*$/.exec(text);
    if (direct) {
      facades.set(name, {
        chunk: direct[2] ?? '',
        exportedAs: new Map(readPairs(direct[1] ?? '').map(flip)),
      });
    } else if (viaImport) {
      const imported = new Map(readPairs(viaImport[1] ?? '').map(flip));
      const exported = readPairs(viaImport[3] ?? '').map(([local, outer]): [string, string] => [
        outer,
        imported.get(local) ?? local,
      ]);
      facades.set(name, { chunk: viaImport[2] ?? '', exportedAs: new Map(exported) });
    }
  }
  return facades;
}

const flip = ([from, to]: [string, string]): [string, string] => [to, from];

/** `a as B,c` → [[a, B], [c, c]] */
const readPairs = (list: string): [string, string][] =>
  list.split(',').map((entry) => {
    const [from = '', to = from] = entry.trim().split(/\s+as\s+/);
    return [from, to];
  });

/** Islands ask for the chunk itself: one request and one round trip fewer for each. */
function skipFacades(page: string, facades: ReadonlyMap<string, Facade>): string {
  return page.replace(/<astro-island [^>]*>/g, (tag) => {
    let result = tag;
    for (const [kind, nameAttribute] of [
      ['component-url', 'component-export'],
      ['renderer-url', 'renderer-export'],
    ] as const) {
      const url = new RegExp(`${kind}="/_astro/([^"]+)"`).exec(result);
      const facade = facades.get(url?.[1] ?? '');
      if (!url || !facade) continue;
      const wanted = new RegExp(`${nameAttribute}="([^"]*)"`).exec(result)?.[1] ?? 'default';
      const local = facade.exportedAs.get(wanted);
      if (local === undefined) continue;
      result = result.replace(url[0], `${kind}="/_astro/${facade.chunk}"`);
      result = result.replace(`${nameAttribute}="${wanted}"`, `${nameAttribute}="${local}"`);
    }
    return result;
  });
}

/**
 * What brings islands to life stands at the end: run before the first screen is read, it would hold back
 * the first paint, and no island can begin before its own script is there.
 */
function moveIslandScripts(page: string): string {
  const element =
    /<script>\(\(\)=>\{(?:(?!<\/script>)[\s\S])*?(?:self\.Astro|"astro-island")[\s\S]*?<\/script>/g;
  const scripts = page.match(element) ?? [];
  return page.replace(element, '').replace('</body>', () => `${scripts.join('')}</body>`);
}

/**
 * What the islands stand on is asked for while the page is still being read. Otherwise the browser learns
 * of it step by step, and only when the page is done.
 */
function preloadIslands(page: string, scripts: ReadonlyMap<string, string>): string {
  const named = [...page.matchAll(/ (?:component|renderer)-url="\/_astro\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
  const links = [...followImports(named, scripts)].map(
    (name) => `<link rel="modulepreload" fetchpriority="low" href="/_astro/${name}">`,
  );
  return page.replace('</head>', () => `${links.join('')}</head>`);
}

const smallBytes = 400;

/** A script that says little more than which function to call costs less inside the page. */
function inlineSmallScripts(
  page: string,
  scripts: ReadonlyMap<string, string>,
  obsolete: Set<string>,
): string {
  return page.replace(/<script type="module" src="\/_astro\/([^"]+)"><\/script>/g, (tag, name: string) => {
    const text = scripts.get(name);
    if (text === undefined || text.length > smallBytes || text.includes('</')) return tag;
    obsolete.add(name);
    return `<script type="module">${text.trim().replaceAll('from"./', 'from"/_astro/')}</script>`;
  });
}

/** All styles in one element, without what this page cannot use. */
function joinStyles(page: string, scriptText: string): string {
  const element = /<style(?: [^>]*)?>([\s\S]*?)<\/style>/g;
  const sheets = [...page.matchAll(element)].map(([, css = '']) => css);
  // The islands' own is tiny and stays where its elements are not yet there.
  if (sheets.length === 0) return page;
  const bare = page.replace(element, '');
  const css = pruneStyles(sheets.join(''), bare, scriptText);
  return bare.replace('</head>', () => `<style>${css}</style></head>`);
}
