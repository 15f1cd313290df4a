import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine } from './csv.ts';

/** A reader of its own: by RFC 4180 with any separator; a quote counts only at the start of a cell. */
function readCells(csv: string, separator: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at < csv.length; ) {
    let cell = '';
    if (csv[at] === '"') {
      for (at += 1; at < csv.length; at += 1) {
        if (csv[at] !== '"') cell += csv[at];
        else if (csv[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      at += 1;
    }
    // What follows a closing quote belongs to the cell, as in spreadsheets.
    while (at < csv.length && csv[at] !== separator && csv[at] !== '\r' && csv[at] !== '\n') {
      cell += csv[at];
      at += 1;
    }
    at += csv.startsWith('\r\n', at) ? 2 : 1;
    cells.push(cell);
  }
  return cells;
}

/** The same without any sense of quotes. */
const splitCells = (csv: string, separator: string): string[] =>
  csv.split(/\r\n|\r|\n/).flatMap((line) => line.split(separator));

const isFormula = (cell: string): boolean => /^[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell);

const formulasIn = (csv: string): string[] =>
  [',', ';', '\t'].flatMap((separator) => {
    const cells = readCells(csv, separator);
    // Without quotes a comma splits any value, but no program reads a comma-separated file without them.
    return [...cells, ...(separator === ',' ? [] : splitCells(csv, separator))].filter(isFormula);
  });

describe('a line of the export', () => {
  test.each([
    ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
    ['x\n=1+1', "x\n'=1+1"],
    ['x\r\n+1', "x\r\n'+1"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['x; =1', "x;' =1"],
    ['x;"=1"', 'x;\'"=1"'],
    ['"=1"', '\'"=1"'],
    ['=1', "'=1"],
    ['＝1', "'＝1"],
    ['x;＠y', "x;'＠y"],
  ])('makes text of the formula in %j', (value, safe) => {
    const csv = csvLine(['1', value, 'last']);
    expect(readCells(csv, ',')).toEqual(['1', safe, 'last']);
    expect(formulasIn(csv)).toEqual([]);
  });

  test.each(['Bars; mostly rooftop ones', 'a - b = c', 'Find me, @ana', 'He said "no"; so what', 'one\ntwo'])(
    'leaves %j as it is',
    (value) => {
      expect(readCells(csvLine([value, 'last']), ',')).toEqual([value, 'last']);
    },
  );

  test('has no formula in any cell, whatever was written and whichever separator it is opened with', () => {
    const pieces = [
      '=',
      '+',
      '-',
      '@',
      ';',
      ',',
      '\t',
      '\n',
      '\r\n',
      '"',
      '""',
      "'",
      ' ',
      'x',
      '1',
      '＝',
      '\u00a0',
    ];
    const value = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (values) => {
        // As in the export: the first and the last cell are not the visitor's.
        const csv = csvLine(['1', ...values, 'waiting']);
        expect(formulasIn(csv)).toEqual([]);
        expect(readCells(csv, ',').map((cell) => cell.replaceAll("'", ''))).toEqual(
          ['1', ...values, 'waiting'].map((cell) => cell.replaceAll("'", '')),
        );
      }),
      { numRuns: 5_000 },
    );
  });
});
