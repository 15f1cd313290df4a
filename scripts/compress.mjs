import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { unsetSiteUrl } from '../contract/pages.ts';

// Writes the compressed bytes of each text of a built site beside it, as `.br` and `.gz`, so that no start of the server
// has to. What carries the site's address is left out: the server puts that in at its start.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Say which folder: node scripts/compress.mjs dist');
const texts = /\.(?:css|html|js|json|svg|txt|webmanifest|xml)$/;
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

await Promise.all(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => texts.test(name))
    .map(async (name) => {
      const file = join(folder, name);
      const bytes = readFileSync(file);
      if (bytes.includes(unsetSiteUrl)) return;
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, best));
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
    }),
);
