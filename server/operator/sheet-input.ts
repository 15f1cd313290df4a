import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { columnMeanings, dateOrders, leftOut, maxHeadingCharacters, maxSheetBytes } from '#contract/sheet.ts';
import { waitlistKinds } from '#contract/submission.ts';
import type { CallContext } from './call.ts';

/** Of a call with a sheet, and how to read it. */
export const sheetInput = z.strictObject({
  kind: z.enum(waitlistKinds),
  /** What columns hold, each by its place, or by its heading or letter. */
  chosen: z.array(
    z.strictObject({
      column: z.union([z.int().nonnegative(), z.string().max(maxHeadingCharacters)]),
      meaning: z.enum([...columnMeanings, leftOut]),
    }),
  ),
  /** Without it the sheet's dates say it. */
  dates: z.enum(dateOrders).optional(),
  /**
   * The file's bytes, which come behind the JSON of all else and a line break, so that nobody waits while they are
   * parsed. A command names the file itself; no JSON can.
   */
  sheet: z.instanceof(URL).or(z.instanceof(Uint8Array).refine(({ length }) => length <= maxSheetBytes)),
});

export const toSheetTask = (
  { sheet, ...choices }: z.output<typeof sheetInput>,
  { calendar: { timeZone }, now }: CallContext,
) => ({ ...choices, file: sheet instanceof URL ? fileURLToPath(sheet) : sheet, timeZone, nowMs: now() });
