import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { unsetSiteUrl } from '../contract/pages.ts';
import { filesUnder } from './files-under.ts';

const texts = /\.(?:css|html|js|json|svg|txt|webmanifest|xml)$/;
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/**
 * Writes the compressed bytes of each text of a built site beside it, as `.br` and `.gz`, so that no start of the server
 * has to. What carries the site's address is left out: the server puts that in at its start.
 */
export async function compressTexts(folder: string): Promise<void> {
  const compress = async (file: string) => {
    const bytes = readFileSync(file);
    if (bytes.includes(unsetSiteUrl)) return;
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, best));
    writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
  };
  const names = filesUnder(folder).filter((name) => texts.test(name));
  await Promise.all(names.map((name) => compress(join(folder, name))));
}
