import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './drawn.ts';
import type { Size } from './engine/scene.ts';
import { type PictureName, pictureFile, scenes } from './scenes.ts';
import { sharePictures } from './share/share-pictures.ts';
import { works } from './works.ts';

/** `site/pictures/manifest.json`: what the site must know of the pictures. */
interface Manifest {
  /** By the file's path in `site/pictures/`: the address at which it is served. */
  addresses: Record<string, string>;
  pictures: Record<string, ManifestPicture>;
  /** By the page: the words of the picture that a shared link shows. */
  shareTexts: Record<string, string>;
}

interface ManifestPicture {
  ground: 'ink' | 'paper' | 'red';
  /** From the narrowest window to the widest. */
  sizes: {
    /** Width of the window from which it is used, CSS px. */
    from: number;
    /** CSS px. */
    width: number;
    height: number;
    /** Its files; some sizes have one of them only. */
    files: { '1x'?: string; '2x'?: string };
  }[];
}

const folder = 'site/pictures/';
const manifestPath = path.join(root, folder, 'manifest.json');

/** The files of all works are there. */
export function writeManifest(): void {
  const files = works.flatMap((work) => work.files).filter((file) => file.startsWith(folder));
  const manifest: Manifest = {
    addresses: Object.fromEntries(files.map((file) => [file.slice(folder.length), addressOf(file)])),
    pictures: Object.fromEntries(
      (Object.keys(scenes) as PictureName[]).map((name) => [name, describePicture(name)]),
    ),
    shareTexts: Object.fromEntries(
      Object.entries(sharePictures).map(([page, { lines }]) => [page, lines.join(' ')]),
    ),
  };
  writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
}

const describePicture = (name: PictureName): ManifestPicture => ({
  ground: scenes[name].ground,
  sizes: scenes[name].sizes.map(({ from, width, height, densities }: Size, index) => ({
    from,
    width,
    height,
    files: Object.fromEntries(
      densities.map((density) => [`${density}x`, addressOf(pictureFile(name, index, density))]),
    ),
  })),
});

/** Files of `art/` are cached for ever, so a hash of their bytes is in their names. Share pictures and icons keep theirs. */
function addressOf(file: string): string {
  const { dir, name, ext } = path.posix.parse(file.slice(folder.length));
  if (dir !== 'art') return `/${dir}/${name}${ext}`;
  const hash = createHash('sha256')
    .update(readFileSync(path.join(root, file)))
    .digest('hex')
    .slice(0, 8);
  return `/${dir}/${name}.${hash}${ext}`;
}
