import { createFileRenderer } from './render-files.ts';

/** The build's one renderer, so that no file is drawn twice. */
export const renderer = createFileRenderer('.cache/engravings', {
  // A first build would otherwise say nothing for a minute. Astro is in the middle of a line.
  onDraw: (name) => process.stdout.write(`\n  drawing the picture ${name}; it is kept in .cache/ `),
});
