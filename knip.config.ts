import type { KnipConfig } from 'knip';

const folders = '{contract,server,site,admin,cli,scripts,lab,test}';

const config: KnipConfig = {
  entry: [
    'admin/main.tsx',
    'admin/vite.config.ts',
    'server/main.ts',
    'site/pages/**/*.{astro,ts}',
    'scripts/{main,keep-server-packages}.mjs',
    'scripts/{start,dev,build,test,audit,try,engrave}.ts',
    'lab/**/*.ts',
    'test/{browser,engines}/**/*.spec.ts',
    `${folders}/**/*.test.{ts,tsx}`,
  ],
  project: [`${folders}/**/*.{ts,tsx,mjs,astro,css}`, '*.config.ts'],
  // What a style sheet imports, as a module would.
  compilers: { css: (text) => [...text.matchAll(/(?<=@)import[^;]+/g)].join('\n') },
  // A program of its own, with its own packages; and the buttons that no page has now.
  ignore: ['engraver/**', 'site/ui/button-more.css'],
  // Stryker loads it by its name.
  ignoreDependencies: ['@stryker-mutator/vitest-runner'],
  ignoreBinaries: ['perl', 'unshare', 'mkfifo', 'script'],
  ignoreExportsUsedInFile: true,
};

export default config;
