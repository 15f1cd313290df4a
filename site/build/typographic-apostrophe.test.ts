import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkitten';
import { expect, test } from 'vitest';
import { subsetFace } from './subset-faces.ts';

const files = [
  '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2',
  '@fontsource/instrument-serif/files/instrument-serif-latin-400-italic.woff2',
  '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
];

test.each(files)('the cut face draws a typewriter apostrophe as a typographic one: %s', async (file) => {
  const face = create(await readFile(await subsetFace(file))) as Font;
  const glyphOf = (character: string) => face.glyphForCodePoint(character.codePointAt(0) ?? 0).id;
  expect(glyphOf("'")).toBe(glyphOf('’'));
  expect(glyphOf("'")).toBeGreaterThan(0);
  const others = [...'AZaz09"‘é·—'].map(glyphOf);
  expect(new Set(others).size).toBe(others.length);
  expect(others).not.toContain(0);
  expect(others).not.toContain(glyphOf('’'));
});

test('a face can be cut without its instructions for coarse screens', async () => {
  const tablesOf = async (path: string) => {
    const face = create(await readFile(path)) as Font & { directory: { tables: Record<string, unknown> } };
    return Object.keys(face.directory.tables);
  };
  const [, file = ''] = files;
  expect(await tablesOf(await subsetFace(file))).toContain('fpgm');
  expect(await tablesOf(await subsetFace(file, { noHinting: true }))).not.toContain('fpgm');
});
