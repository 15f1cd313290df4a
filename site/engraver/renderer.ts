import { createFileRenderer } from './render-files.ts';

/** The build's one renderer, so that no file is drawn twice. */
export const renderer = createFileRenderer('.cache/engravings');
