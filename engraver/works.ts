import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { waitlistKinds } from '../contract/submission.ts';
import { root } from './drawn.ts';
import { faces, subsetFace } from './faces/faces.ts';
import { drawIcon, iconSizes } from './icons.ts';
import { makeFrame } from './letter/make-frame.ts';
import { drawLetterPicture } from './letter-picture.ts';
import { drawConsoleMark, drawFavicon } from './marks.ts';
import { listFiles, type PictureName, pictureFile, scenes } from './scenes.ts';
import { drawSharePicture } from './share/share-picture.ts';
import { sharePictures } from './share/share-pictures.ts';
import { vectors } from './vectors/vectors.ts';

/** Something that this program draws. Paths are relative to the project's root. */
export interface Work {
  /** What `npm run engrave -- NAME` calls it. */
  name: string;
  files: readonly string[];
  /** The files that it is drawn from; with each module all that it imports. */
  from: readonly string[];
  /** Resolves to the bytes of its files, in their order. */
  draw(): Promise<readonly (Uint8Array | string)[]>;
}

const sceneModules = (name: PictureName): string[] => [
  'engraver/engine/encode.ts',
  'engraver/engine/engrave.ts',
  `engraver/scenes/${name}.ts`,
];

async function drawScene(name: PictureName): Promise<Uint8Array[]> {
  const worker = new Worker(path.join(import.meta.dirname, 'scene-worker.ts'), { workerData: name });
  const [files] = (await once(worker, 'message')) as [Uint8Array[]];
  return files;
}

const engravings = (Object.keys(scenes) as PictureName[]).map(
  (name): Work => ({
    name,
    files: listFiles(name),
    from: sceneModules(name),
    draw: () => drawScene(name),
  }),
);

const drawings = Object.entries(vectors).map(
  ([name, { module, draw }]): Work => ({
    name,
    files: [`site/pictures/art/${name}.svg`],
    from: [module],
    draw: async () => [draw()],
  }),
);

/** Made of an engraving's file. */
const shares = Object.entries(sharePictures).map(
  ([page, share]): Work => ({
    name: `share-${page}`,
    files: [`site/pictures/share/${page}.png`],
    from: [
      'engraver/share/share-picture.ts',
      'engraver/share/share-pictures.ts',
      ...sceneModules(share.picture),
    ],
    draw: async () => {
      const engraving = await readFile(path.join(root, pictureFile(share.picture, share.view.size, 2)));
      return [await drawSharePicture(share, engraving)];
    },
  }),
);

const marks = [
  { name: 'favicon', file: 'site/public/favicon.svg', draw: drawFavicon },
  { name: 'console-mark', file: 'admin/mark.svg', draw: drawConsoleMark },
].map(
  ({ name, file, draw }): Work => ({
    name,
    files: [file],
    from: ['engraver/marks.ts'],
    draw: async () => [draw()],
  }),
);

const icons: Work = {
  name: 'icons',
  files: iconSizes.map((size) => `site/pictures/icon/${size}.png`),
  from: ['engraver/icons.ts', 'engraver/marks.ts'],
  draw: () => Promise.all(iconSizes.map((size) => drawIcon(drawFavicon(), size))),
};

const letterPicture: Work = {
  name: 'letter-picture',
  files: ['server/mail/letter/invitation.png'],
  from: ['engraver/letter-picture.ts'],
  draw: async () => [await drawLetterPicture()],
};

/** The HTML that the server's letters are composed from; `npm run pictures -- letter` takes pictures of the whole. */
const letterFrames = waitlistKinds.map(
  (kind): Work => ({
    name: `letter-${kind}`,
    files: [`server/mail/letter/${kind}.html`],
    from: ['engraver/letter/make-frame.ts', 'engraver/letter/letter.mjml'],
    draw: async () => [await makeFrame(kind)],
  }),
);

const cutFaces = faces.map(
  (face): Work => ({
    name: face.name,
    files: [`site/fonts/${face.name}.woff2`],
    from: ['engraver/faces/faces.ts'],
    draw: async () => [await subsetFace(face)],
  }),
);

/** Every work; those that are made of another's files come after it. */
export const works: readonly Work[] = [
  ...engravings,
  ...drawings,
  ...marks,
  icons,
  letterPicture,
  ...letterFrames,
  ...cutFaces,
  ...shares,
];
