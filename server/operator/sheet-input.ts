import { z } from 'zod';
import { columnMeanings, dateOrders, maxHeadingCharacters, maxSheetBytes } from '#contract/sheet.ts';
import { waitlistKinds } from '#contract/submission.ts';
import type { CallContext } from './call.ts';
import { SheetError } from './import/read-sheet.ts';

/** Of a call with a sheet, and how to read it. */
export const sheetInput = {
  kind: z.enum(waitlistKinds),
  /** Headings of the columns that were chosen, by what they hold. */
  chosen: z.partialRecord(z.enum(columnMeanings), z.string().max(maxHeadingCharacters)),
  dates: z.enum(dateOrders),
  /** The file's bytes. They come behind the JSON of all else and a line break, so that nobody waits while they are parsed. */
  sheet: z.instanceof(Uint8Array).refine(({ length }) => length <= maxSheetBytes),
};
const schema = z.strictObject(sheetInput);

export const toSheetTask = (
  { sheet: file, ...choices }: z.output<typeof schema>,
  { calendar: { timeZone }, now }: CallContext,
) => ({ ...choices, file, timeZone, nowMs: now() });

/** A sheet that cannot be read is an answer. */
export async function orProblem<Report>(
  read: Promise<Report>,
): Promise<{ report: Report } | { problem: string }> {
  try {
    return { report: await read };
  } catch (error) {
    if (error instanceof SheetError) return { problem: error.message };
    throw error;
  }
}

export const onProgress = () => {};
