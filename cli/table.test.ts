import { describe, expect, test } from 'vitest';
import { formatTable } from './table.ts';
import { cutToWidth, padToWidth, widthOf, wrapToWidth } from './terminal-text.ts';

describe('the width of text on a terminal', () => {
  test.each([
    ['abc', 3],
    ['東京', 4],
    ['👩🏽‍🍳', 2],
    ['🇦🇺', 2],
    ['e\u0301', 1],
    ['Zürich', 6],
    ['', 0],
  ])('%s takes %i columns', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  test('cutting never goes inside a character, and stays within the width', () => {
    expect(cutToWidth('abcdef', 4)).toBe('abc…');
    expect(cutToWidth('東京酒場', 6)).toBe('東京…');
    expect(cutToWidth('a👩🏽‍🍳👩🏽‍🍳👩🏽‍🍳', 4)).toBe('a👩🏽‍🍳…');
    expect(cutToWidth('short', 5)).toBe('short');
  });
});

test('wrapping keeps all of a text, and every line within the width', () => {
  expect(wrapToWidth('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
  expect(wrapToWidth('東京酒場', 3)).toEqual(['東', '京', '酒', '場']);
  expect(wrapToWidth('東京', 1)).toEqual(['東', '京']);
  expect(wrapToWidth('', 3)).toEqual(['']);
});

describe('a table', () => {
  const columns = [{ title: 'No.', alignRight: true }, { title: 'Name', shrinks: true }, { title: 'City' }];

  test('gives way in its widest columns until it fits', () => {
    const rows = [
      ['1', '東京酒場'.repeat(20), 'Sydney'],
      ['22', 'Ada', 'Melbourne'],
    ];
    for (const line of formatTable(columns, rows, 40).trimEnd().split('\n')) {
      expect(widthOf(line)).toBeLessThanOrEqual(40);
    }
  });

  test('stands in columns whatever is in it', () => {
    const table = formatTable(
      columns,
      [
        ['1', '👩🏽‍🍳 Ada', 'X'],
        ['2', 'Bo', 'Y'],
      ],
      undefined,
    );
    expect(table).toBe(`No.  Name    City\n  1  👩🏽‍🍳 Ada  X\n  2  ${padToWidth('Bo', 6)}  Y\n`);
  });

  test('leaves out columns that a narrow terminal has no room for', () => {
    const some = [{ title: 'No.' }, { title: 'Email', fromWidth: 100 }];
    expect(formatTable(some, [['1', 'a@b.c']], 80)).toBe('No.\n1\n');
    expect(formatTable(some, [['1', 'a@b.c']], undefined)).toBe('No.  Email\n1    a@b.c\n');
  });

  test('stands in blocks, with nothing cut, where its columns cannot give enough', () => {
    const wide = [{ title: 'Id' }, { title: 'Name', shrinks: true }, { title: 'Email', fromWidth: 100 }];
    const id = '0199d1f0-7a3c-7c44-9a51-3f0a2b6c8d10';
    const rows = [
      [id, '東京酒場'.repeat(5), 'a@b.c'],
      ['2', '', ''],
    ];
    const table = formatTable(wide, rows, 30);
    for (const line of table.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(30);
    expect(table.replaceAll('\n', '')).toBe(`Id: ${id}Name: ${'東京酒場'.repeat(5)}Email: a@b.cId: 2`);
    expect(table).toContain('a@b.c\n\nId: 2\n');
  });

  test('shows no control characters and no further lines', () => {
    const table = formatTable(columns, [['1', 'a\nb\u001b[2Jc\u202e', 'x']], undefined);
    expect(table).toContain('a b[2Jc');
    expect(table.split('\n')).toHaveLength(3);
  });
});
