import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { build } from 'vite';
import type { BareAnswers } from '#lab/bench/bare-server.ts';
import { BareForm } from './bare-form.ts';
import { type Part, parts, type Reduction, reduceDocument } from './reduce-document.ts';

export interface ControlSite {
  url: string;
  close(): Promise<void>;
}

const compress = promisify(brotliCompress);
const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.json': 'application/json',
};

export const controlPath = (name: string) => `/control/${name}`;
export const bareReactPath = (name: string) => `/react/${name}`;
export const variantPath = (part: Part | 'nothing', name: string) => `/without-${part}/${name}`;

/**
 * Serves, by the smallest possible server, what a page is compared with: its document without styles, art,
 * scripts and fonts; the same with one bare form in React; and its document without one part each.
 */
export async function startControlSite(
  browser: Browser,
  distDir: string,
  documents: ReadonlyMap<string, string>,
  variants: readonly (Part | 'nothing')[],
): Promise<ControlSite> {
  const answers: BareAnswers = {};
  const add = async (at: string, content: Buffer | string, type: string) => {
    answers[at] = {
      headers: { 'content-type': type, 'content-encoding': 'br' },
      body: (await compress(content)).toString('base64'),
    };
  };
  const page = await browser.newPage();
  const bareReact: Reduction = {
    without: parts,
    form: {
      html: `<div id="bare-form">${renderToString(createElement(BareForm))}</div>`,
      head: '<script type="module" src="/bare-react.js"></script>',
    },
  };
  for (const [name, html] of documents) {
    const addReduced = async (at: string, reduction: Reduction) =>
      add(at, await reduceDocument(page, html, reduction), 'text/html; charset=utf-8');
    await addReduced(controlPath(name), { without: parts });
    await addReduced(bareReactPath(name), bareReact);
    for (const variant of variants)
      await addReduced(variantPath(variant, name), { without: variant === 'nothing' ? [] : [variant] });
  }
  await page.context().close();
  await add('/bare-react.js', await bundleBareForm(), 'text/javascript');
  for (const entry of await readdir(distDir, { recursive: true })) {
    const type = types[path.extname(entry)];
    if (type !== undefined) await add(`/${entry}`, await readFile(path.join(distDir, entry)), type);
  }

  const child = fork(path.join(import.meta.dirname, '..', 'bare-server.ts'));
  child.send(answers);
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://localhost:${port}`,
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** React, its renderer and the bare form as one script, bundled as the site's scripts are. */
async function bundleBareForm(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: path.join(import.meta.dirname, 'bare-form-client.ts') },
    },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (result === undefined || !('output' in result)) throw new Error('Vite bundled no script.');
  return result.output[0].code;
}
