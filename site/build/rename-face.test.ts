import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkitten';
import { expect, test } from 'vitest';
import { subsetFace } from './subset-faces.ts';

test('a face that is cut under another name keeps its copyright, and its own name is nowhere', async () => {
  const file = await subsetFace('@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2', {
    characters: "AZ09'’",
    name: 'Bill Mono',
  });
  const face = create(await readFile(file)) as Font;
  expect(face.familyName).toBe('Bill Mono');
  expect(face.fullName).toBe('Bill Mono');
  expect(face.postscriptName).toBe('BillMono');
  expect(face.copyright).toContain('IBM Corp.');
  expect(face.glyphForCodePoint(0x41).id).toBeGreaterThan(0);
});
