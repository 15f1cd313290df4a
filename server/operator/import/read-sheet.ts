import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CsvError, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';

/** The sheet cannot be read; the message says why and what to do. */
export class SheetError extends Error {
  override readonly name = 'SheetError';
}

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
const headCharacters = 64 * 1024;
/** What is parsed without a break. */
const pieceBytes = 1024;

/**
 * Reads CSV as spreadsheets and form tools write it: separated by comma, semicolon or tab; UTF-8 with or without a
 * mark, or UTF-16 with one. In constant memory. The first row has the headings.
 *
 * @throws {SheetError} when it is no such file, is empty, or a row is too large
 */
export async function* readSheet(file: AsyncIterable<Uint8Array>): AsyncGenerator<SheetRow> {
  const text = decode(file);
  const first = await text.next();
  if (first.done === true || first.value.trim() === '') throw new SheetError('The file is empty.');
  const rows = Readable.from(inPieces(first.value, text)).compose(
    parse({
      delimiter: findSeparator(first.value),
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: maxRowCharacters,
    }),
  );
  let number = 0;
  try {
    for await (const cells of rows as AsyncIterable<string[]>) {
      number += 1;
      if (cells.length > maxColumns)
        throw new SheetError(`Row ${number} has ${cells.length} columns; a sheet has at most ${maxColumns}.`);
      yield { number, cells };
    }
  } catch (error) {
    throw explain(error, number + 1);
  }
}

/** A server that reads a sheet answers others between two pieces. Of long pieces the parser is many times slower. */
async function* inPieces(first: string, rest: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const texts = async function* () {
    yield first;
    yield* rest;
  };
  for await (const text of texts()) {
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      await nextTurn();
      yield bytes.subarray(from, from + pieceBytes);
    }
  }
}

/** The text in pieces; the first holds the whole beginning, `headCharacters` or more. */
async function* decode(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let mark = Buffer.alloc(0);
  let head: string | null = '';
  for await (const piece of file) {
    // The mark may come in two pieces.
    if (decoder === null) mark = Buffer.concat([mark, piece]);
    if (mark.length < 2) continue;
    const bytes = decoder === null ? mark : piece;
    decoder ??= new TextDecoder(encodingOf(mark), { fatal: true });
    const text = decodePart(decoder, bytes);
    if (head === null) {
      yield text;
      continue;
    }
    head += text;
    if (head.length < headCharacters) continue;
    yield head;
    head = null;
  }
  yield (head ?? '') + (decoder === null ? '' : decodePart(decoder, null));
}

/** By the mark at the beginning; Excel's "Unicode text" is UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** @param bytes null: the file is over */
function decodePart(decoder: TextDecoder, bytes: Uint8Array | null): string {
  try {
    const text = bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true });
    if (!text.includes('\0')) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw new SheetError(
    'The file is not text in UTF-8 or UTF-16. Save it as "CSV UTF-8"; an Excel workbook (.xlsx) is no CSV.',
  );
}

/** The one that divides the headings into the most columns. */
function findSeparator(head: string): string {
  const columns = [',', ';', '\t'].map((delimiter) => {
    try {
      const [headings = []] = parseAtOnce(head, {
        delimiter,
        to: 1,
        relax_quotes: true,
        relax_column_count: true,
      }) as string[][];
      return { delimiter, count: headings.length };
    } catch {
      // The beginning ends inside a quoted cell.
      return { delimiter, count: 0 };
    }
  });
  return columns.reduce((best, each) => (each.count > best.count ? each : best)).delimiter;
}

function explain(error: unknown, row: number): unknown {
  if (!(error instanceof Error) || error instanceof SheetError) return error;
  switch ((error as CsvError).code) {
    case 'CSV_MAX_RECORD_SIZE':
      return new SheetError(
        `Row ${row} is larger than ${maxRowCharacters.toLocaleString('en')} characters. Shorten it, or look for a quote (") before it that is not closed.`,
        { cause: error },
      );
    case 'CSV_QUOTE_NOT_CLOSED':
      return new SheetError(`In row ${row} a quote (") is opened and not closed. Correct it in the sheet.`, {
        cause: error,
      });
    default:
      return (error as CsvError).code?.startsWith('CSV_') || (error as CsvError).code?.startsWith('INVALID_')
        ? new SheetError(`Row ${row} cannot be read: ${error.message}.`, { cause: error })
        : error;
  }
}
