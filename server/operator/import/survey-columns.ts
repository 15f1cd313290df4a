import { cleanLine } from '#contract/clean-text.ts';
import type { DateOrder } from '#contract/sheet.ts';
import { possibleOrders } from './read-date.ts';
import type { SheetRow } from './read-sheet.ts';

/** A column with what its cells say about it. */
export interface SurveyedColumn {
  heading: string;
  /** The first values, cut. */
  examples: string[];
  /** The orders that some date of the column has alone. */
  orders: Set<DateOrder>;
  /** The first date that has both; null: none has. */
  ambiguous: string | null;
}

const maxExamples = 2;
const maxExampleCharacters = 60;

/** Reads a whole sheet. A column without a heading begins where a row has more cells than there are headings. */
export async function surveyColumns(rows: AsyncIterable<SheetRow>): Promise<SurveyedColumn[]> {
  const columns: SurveyedColumn[] = [];
  for await (const { number, cells } of rows)
    for (const [place, cell] of cells.entries()) {
      columns[place] ??= {
        heading: number === 1 ? cell : '',
        examples: [],
        orders: new Set(),
        ambiguous: null,
      };
      if (number > 1) addCell(columns[place], cell);
    }
  return columns;
}

function addCell(column: SurveyedColumn, cell: string): void {
  if (column.examples.length < maxExamples) {
    const example = cleanLine(cell.slice(0, maxExampleCharacters));
    if (example !== '' && !column.examples.includes(example)) column.examples.push(example);
  }
  const [order, other] = possibleOrders(cell);
  if (other !== undefined) column.ambiguous ??= cell.trim();
  else if (order !== undefined) column.orders.add(order);
}

/** How all dates of a column are read, unless it was chosen; null: that must be asked. */
export function orderOf({ orders, ambiguous }: SurveyedColumn): DateOrder | null {
  const [order = 'day-first', other] = orders;
  return other === undefined && (orders.size > 0 || ambiguous === null) ? order : null;
}
