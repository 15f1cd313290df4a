import react from '@astrojs/react';
import { defineConfig, fontProviders } from 'astro/config';
import type { Plugin } from 'vite';
import { unsetSiteUrl } from './contract/pages.ts';
import { checkLinks } from './site/build/check-links.ts';
import { scriptIntegrity } from './site/build/script-integrity.ts';

/**
 * A page carries or links the styles of the islands that it renders. Without this the client's build would add
 * those of every island once more.
 */
const noStylesInScripts: Plugin = {
  name: 'no-styles-in-scripts',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) => (id.endsWith('.css') ? '' : null),
};

/** The whole face: letters of other languages, which people may type. The files of `site/fonts/` have the pages' own characters. */
const wholeSans = '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2';
/** CSS `unicode-range` of the whole face: a browser fetches it only when one of these is shown. */
const restUnicodeRange: [string, ...string[]] = ['U+a1-e8', 'U+ea-24f'];

const variable = { weight: '400 700', style: 'normal' } as const;
const regular = { weight: '400', style: 'normal' } as const;
const italic = { weight: '400', style: 'italic' } as const;

/** Not preloaded: Chromium holds the first paint back for a preloaded face. Fallbacks stand in the styles. */
const ownFace = {
  provider: fontProviders.local(),
  // Swapped in whenever it comes: nothing in the pages moves with the width of a word.
  display: 'swap' as const,
  fallbacks: [],
  optimizedFallbacks: false,
};

export default defineConfig({
  site: unsetSiteUrl,
  srcDir: './site',
  publicDir: './site/public',
  outDir: './dist',
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  // The document's speculation rules do it, without a script.
  prefetch: false,
  devToolbar: { enabled: false },
  integrations: [react(), scriptIntegrity, checkLinks],
  fonts: [
    {
      ...ownFace,
      name: 'Instrument Sans',
      cssVariable: '--font-sans-face',
      options: {
        variants: [
          { ...variable, src: ['./site/fonts/sans.woff2'] },
          { ...variable, src: [wholeSans], unicodeRange: restUnicodeRange },
        ],
      },
    },
    {
      ...ownFace,
      name: 'Instrument Serif',
      cssVariable: '--font-serif-face',
      options: {
        variants: [
          { ...regular, src: ['./site/fonts/serif.woff2'] },
          { ...italic, src: ['./site/fonts/serif-italic.woff2'] },
        ],
      },
    },
    {
      ...ownFace,
      // Of the venues' bills, which are in capitals. The licence reserves the name of the whole face.
      name: 'Bill Mono',
      cssVariable: '--font-mono-face',
      options: {
        variants: [{ ...regular, src: ['./site/fonts/bill-mono.woff2'] }],
      },
    },
  ],
  vite: {
    // `npm run dev` names the server that answers what the pages call.
    server: {
      proxy: Object.fromEntries(
        ['/functions', '/auth', '/healthz'].map((path) => [
          path,
          process.env['DEV_API_URL'] ?? 'http://127.0.0.1:3000',
        ]),
      ),
    },
    plugins: [noStylesInScripts],
    // Nested rules are written out for the oldest browsers that are supported (docs/decisions/0025). A Firefox without
    // `:has` is older: for it the minifier would split lists of selectors and lose one.
    build: { cssTarget: ['chrome111', 'firefox128', 'safari16.4'] },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              entryFileNames: '_astro/start.[hash].js',
              codeSplitting: {
                groups: [
                  // Changes less often than the pages do, so it stays in caches between deployments.
                  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                ],
              },
            },
          },
        },
      },
    },
  },
});
