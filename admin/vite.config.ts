import path from 'node:path';
import { defineConfig } from 'vite';

/** The console, into dist-admin/. Nothing here is part of the pages' build. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: path.join(import.meta.dirname, '..', 'dist-admin'),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The console's policy allows no `data:` address.
    assetsInlineLimit: 0,
    // 150 kB on the wire, once for each version.
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // "use client" says something to servers that render React; there is none here.
      onLog: (level, log, handle) => log.code === 'MODULE_LEVEL_DIRECTIVE' || handle(level, log),
    },
  },
});
