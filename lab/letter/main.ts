import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitlistKinds } from '#contract/submission.ts';
import { letterFolder } from '#server/mail/compose-letter.ts';
import { makeFrame } from './make-frames.ts';

// Makes the HTML that the server's letters are composed from, out of the layout of this folder: `npm run letter`.
// `npm run engrave` draws the picture in it; `npm run pictures -- letter` takes pictures of the whole.
for (const kind of waitlistKinds) {
  const frame = await makeFrame(kind);
  writeFileSync(join(letterFolder, `${kind}.html`), frame);
  console.log(`server/mail/letter/${kind}.html  ${frame.length} characters`);
}
