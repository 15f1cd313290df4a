import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import mjml from 'mjml-browser';
import type { WaitlistKind } from '../../contract/submission.ts';
import { inkPalette, palettes } from './palettes.ts';

/**
 * The HTML of a kind's letter, with Mustache tags where its words go: MJML's tables for the strictest mail
 * programs, in the kind's colours.
 *
 * @throws when MJML finds a mistake in the layout, or a colour is not in the palette
 */
export async function makeFrame(kind: WaitlistKind): Promise<string> {
  const layout = readFileSync(join(import.meta.dirname, 'letter.mjml'), 'utf8').replace(/^<!--.*?-->\n/s, '');
  const coloured = layout.replace(/%(dark\.)?(\w+)%/g, (whole, dark, name) => {
    const palette: Record<string, string> = { ...(dark === undefined ? palettes[kind] : inkPalette) };
    const colour = palette[name];
    if (colour === undefined) throw new Error(`There is no colour ${whole}.`);
    return colour;
  });
  const { html, errors } = await mjml(coloured, { validationLevel: 'soft', keepComments: true });
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  // Indentation and empty lines count against the 102 kB from which Gmail cuts a letter.
  return `${html.replace(/\n\s+/g, '\n').trim()}\n`;
}
