import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitlistKinds } from '#contract/submission.ts';
import { letterFolder } from '#server/mail/compose-letter.ts';
import { drawPicture } from './draw-picture.ts';
import { makeFrame } from './make-frames.ts';
import { inkPalette } from './palettes.ts';

// Makes what the server's letters are composed from, out of the layout and the scene of this folder:
// `npm run letter`. `npm run pictures -- letter` takes pictures of them.
mkdirSync(letterFolder, { recursive: true });
for (const kind of waitlistKinds) {
  const frame = await makeFrame(kind);
  writeFileSync(join(letterFolder, `${kind}.html`), frame);
  console.log(`server/mail/letter/${kind}.html  ${frame.length} characters`);
}
const picture = await drawPicture(inkPalette);
writeFileSync(join(letterFolder, 'invitation.png'), picture);
console.log(`server/mail/letter/invitation.png  ${picture.length} bytes`);
