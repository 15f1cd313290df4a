import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { create, type Font } from 'fontkitten';
import { expect, test } from 'vitest';

const open = async (name: string): Promise<Font> =>
  create(await readFile(path.join(import.meta.dirname, `../../site/fonts/${name}.woff2`))) as Font;

test.each(['sans', 'serif', 'serif-italic', 'bill-mono'])(
  'the cut face %s draws a typewriter apostrophe as a typographic one, and nothing else as that',
  async (name) => {
    const face = await open(name);
    const glyphOf = (character: string) => face.glyphForCodePoint(character.codePointAt(0) ?? 0).id;
    expect(glyphOf("'")).toBe(glyphOf('’'));
    const others = [...'AZ09-,.'].map(glyphOf);
    expect(new Set(others).size).toBe(others.length);
    expect(others).not.toContain(0);
    expect(others).not.toContain(glyphOf('’'));
  },
);

test('a face that is cut under another name keeps its copyright, and its own name is nowhere', async () => {
  const face = await open('bill-mono');
  expect(face.familyName).toBe('Bill Mono');
  expect(face.fullName).toBe('Bill Mono');
  expect(face.postscriptName).toBe('BillMono');
  expect(face.copyright).toContain('IBM Corp.');
});
