import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { drawn, root } from './drawn.ts';
import { findOld, hashOf, readDrawnFrom } from './drawn-from.ts';
import { works } from './works.ts';

test('the committed files are those that the works name, no fewer and no others', () => {
  const listed = works.flatMap(({ files }) => files);
  expect(listed.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const there = ['site/fonts', 'site/pictures/art', 'site/pictures/icon', 'site/pictures/share'].flatMap(
    (folder) => readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`),
  );
  expect(
    there.filter((file) => !listed.includes(file)),
    'Delete what nothing draws any more',
  ).toEqual([]);
});

test('every work is current, and what it was drawn from is recorded', () => {
  const recorded = readDrawnFrom();
  expect(Object.keys(recorded)).toEqual(works.map(({ name }) => name));
  expect(works.map(({ from }) => from)).toEqual(Object.values(recorded).map(({ files }) => files));
  const old = findOld(recorded);
  expect(old, `Older than their sources: ${old.join(', ')}. Run: npm run engrave`).toEqual([]);
});

test('another city makes old what shows the city, another red what is red, and nothing else', () => {
  const recorded = readDrawnFrom();
  const ofCity = findOld(recorded, { ...drawn, city: 'Melbourne' });
  expect(ofCity).toContain('filming');
  expect(ofCity).toContain('stamp');
  expect(ofCity).not.toContain('letter');
  const ofRed = findOld(recorded, { ...drawn, colors: { ...drawn.colors, redBright: '#1531d6' } });
  expect(ofRed).toEqual(expect.arrayContaining(['icons', 'letter-creator', 'share-home']));
  expect(ofRed).not.toContain('filming');
});

test('a module that draws what is not among the values is refused', () => {
  const { city: _, ...others } = drawn;
  expect(() => hashOf(['engraver/scenes/filming.ts'], others as typeof drawn)).toThrow('drawn.city');
});
