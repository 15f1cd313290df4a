import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import { renameFace } from './rename-face.ts';
import { mapApostrophe } from './typographic-apostrophe.ts';

const require = createRequire(import.meta.url);
const cacheDir = path.join(import.meta.dirname, '../../.cache/faces');

/** The characters of the pages' own text. Others, which people may type, come from the whole file. */
const coreRanges: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xa9, 0xa9],
  [0xb7, 0xb7],
  [0xd7, 0xd7],
  [0xe9, 0xe9],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026, 0x2026],
];

const coreCharacters = coreRanges
  .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)))
  .join('');

/**
 * CSS `unicode-range` of the whole file behind the subset: a browser fetches it only when a character of this
 * range is shown. Latin letters beyond those of the pages, which are English and have an é.
 */
export const restUnicodeRange = ['U+a1-e8', 'U+ea-24f'] as const;

/**
 * Cuts a face of the registry's to the pages' own characters: three files of 73 kB become 42 kB. Draws ' as ’.
 *
 * @param file as a package's file is named: `@fontsource/…/files/….woff2`
 * @param characters what it keeps: the pages' own unless given
 * @param name another name, where the licence reserves the face's own for the whole face
 * @param noHinting leaves out the instructions for coarse screens, which only small text needs
 * @returns path of the file that was written, named after what it was made from
 */
export async function subsetFace(
  file: string,
  { noHinting = false, characters = coreCharacters, name = '' } = {},
): Promise<string> {
  const whole = await readFile(require.resolve(file));
  const hash = createHash('sha256')
    .update(whole)
    .update(characters)
    .update(`typographic apostrophe${noHinting ? ', no hinting' : ''}${name}`)
    .digest('hex')
    .slice(0, 12);
  const target = path.join(cacheDir, `${path.basename(file, '.woff2')}.${hash}.woff2`);
  if (existsSync(target)) return target;
  await mkdir(cacheDir, { recursive: true });
  // Written under another name first, because two builds may run at once.
  const draft = `${target}.${process.pid}`;
  const cut = await subsetFont(whole, characters, { targetFormat: 'sfnt' });
  const named = name ? renameFace(cut, name) : cut;
  await writeFile(
    draft,
    await subsetFont(mapApostrophe(named, characters), characters, { targetFormat: 'woff2', noHinting }),
  );
  await rename(draft, target);
  return target;
}
