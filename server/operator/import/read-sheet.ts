import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { columnLetter, maxHeadingCharacters } from '#contract/sheet.ts';
import { CallError, refuse } from '#server/operator/call.ts';

/** Its bytes, in pieces. */
export type SheetFile = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A row of cells. */
export interface SheetRow {
  /** As spreadsheets count: the headings are row 1. A row whose cells have line breaks is one row. */
  number: number;
  cells: string[];
}

/** Characters of one row. Far above what the fields may hold. */
const maxRowCharacters = 1024 * 1024;
const maxColumns = 500;
/** Where the separator is looked for. */
const headBytes = 128 * 1024;
/** Of long pieces the parser is many times slower. */
const pieceBytes = 1024;

const parserOptions = {
  relax_column_count: true,
  relax_quotes: true,
  /** Before a row of millions of cells is whole. */
  cast(cell: string, { index, records }: { index: number; records: number }): string {
    if (index < maxColumns) return cell;
    throw refuse(`Row ${records + 1} has more than ${maxColumns} columns. Delete those that are not needed.`);
  },
};

/**
 * Reads CSV as spreadsheets and form tools write it: separated by comma, semicolon or tab; UTF-8 with or without a
 * mark, or UTF-16 with one. In constant memory. The first row has the headings.
 *
 * @throws {CallError} when it is no such file, is empty, or a row is too large
 */
export async function* readSheet(file: SheetFile): AsyncGenerator<SheetRow> {
  const texts = decode(file);
  const { value: head = '' } = await texts.next();
  if (head.trim() === '') throw refuse('The file is empty.');
  const delimiter = findSeparator(head.slice(0, headBytes));
  const rows = Readable.from(inPieces(head, texts)).compose(
    parse({ ...parserOptions, delimiter, max_record_size: maxRowCharacters }),
  );
  let number = 0;
  try {
    for await (const cells of rows as AsyncIterable<string[]>) {
      number += 1;
      const long = number === 1 ? cells.findIndex(({ length }) => length > maxHeadingCharacters) : -1;
      if (long !== -1)
        throw refuse(
          `The heading of column ${columnLetter(long)} is longer than ${maxHeadingCharacters.toLocaleString('en')} characters. Shorten it.`,
        );
      yield { number, cells };
    }
  } catch (error) {
    throw explain(error);
  }
}

async function* inPieces(head: string, rest: AsyncIterable<string>): AsyncGenerator<Buffer> {
  yield* piecesOf(head);
  for await (const text of rest) yield* piecesOf(text);
}

function* piecesOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
}

/** The text in pieces; the first is the whole beginning, `headBytes` or more. */
async function* decode(file: SheetFile): AsyncGenerator<string, undefined> {
  let decoder: TextDecoder | null = null;
  let bytes = Buffer.alloc(0);
  for await (const piece of file) {
    bytes = Buffer.concat([bytes, piece]);
    if (decoder === null && bytes.length < headBytes) continue;
    decoder ??= createDecoder(bytes);
    yield decodePart(decoder, bytes, { stream: true });
    bytes = Buffer.alloc(0);
  }
  yield decodePart(decoder ?? createDecoder(bytes), bytes, { stream: false });
}

/** By the mark at the beginning; Excel's "Unicode text" is UTF-16. */
function createDecoder(bytes: Buffer): TextDecoder {
  const marks: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };
  return new TextDecoder(marks[bytes.toString('hex', 0, 2)] ?? 'utf-8', { fatal: true });
}

function decodePart(decoder: TextDecoder, bytes: Uint8Array, options: { stream: boolean }): string {
  try {
    const text = decoder.decode(bytes, options);
    if (!text.includes('\0')) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw refuse(
    'The file is not text in UTF-8 or UTF-16. Save it as "CSV UTF-8"; an Excel workbook (.xlsx) is no CSV.',
  );
}

/** The one that divides the headings into the most columns. */
function findSeparator(head: string): string {
  const columns = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: countColumns(head, delimiter) }));
  return columns.reduce((best, each) => (each.count > best.count ? each : best)).delimiter;
}

function countColumns(head: string, delimiter: string): number {
  try {
    const [headings = []] = parseAtOnce(head, { ...parserOptions, delimiter, to: 1 }) as string[][];
    return headings.length;
  } catch (error) {
    // Otherwise the beginning ends inside a quoted cell.
    return error instanceof CallError ? maxColumns + 1 : 0;
  }
}

/** The row in which the parser is: those before it may still be on their way to the reader. */
function explain(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const row = Number(error.records) + 1;
  const texts: Readonly<Record<string, string>> = {
    CSV_MAX_RECORD_SIZE: `Row ${row} is larger than ${maxRowCharacters.toLocaleString('en')} characters. Shorten it, or look for a quote (") before it that is not closed.`,
    CSV_QUOTE_NOT_CLOSED: `In row ${row} a quote (") is opened and not closed. Correct it in the sheet.`,
  };
  return refuse(texts[error.code] ?? `Row ${row} cannot be read: ${error.message}.`, {
    cause: error,
  });
}
