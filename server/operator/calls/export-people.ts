import { z } from 'zod';
import { sorts } from '#contract/console-view.ts';
import { countIn } from '#contract/review.ts';
import { type CallFile, defineCall, toFilter } from '#server/operator/call.ts';
import { columnsForPartner, csvRow, csvStart, exportColumns, jsonRow } from '#server/operator/csv.ts';
import { filter } from '#server/operator/inputs.ts';
import { type ExportLine, readExport } from '#server/operator/read-people.ts';
import { toJson } from '#server/operator/to-json.ts';

/** Characters of one write. */
const writeAtOnce = 64 * 1024;

/** Everything that the store answers. The person's keys are those of their newest application; the line's own replace them. */
const wholeJson = ({ person, application, notes }: ExportLine) =>
  toJson({ ...person, ...application, notes });

export const exportFormats = {
  csv: { contentType: 'text/csv; charset=utf-8', start: csvStart, separator: '', end: '', write: csvRow },
  json: {
    contentType: 'application/json; charset=utf-8',
    start: () => '[\n',
    separator: ',\n',
    end: '\n]\n',
    write: jsonRow,
  },
} as const;
export type ExportFormat = keyof typeof exportFormats;
export const exportFormatNames = Object.keys(exportFormats) as ExportFormat[];

/** The view as a file: a line a person with the newest application, or an application, in the order of the view. */
export const exportPeople = defineCall({
  input: z.strictObject({
    filter,
    sort: z.enum(sorts),
    format: z.enum(exportFormatNames).default('csv'),
    isOfApplications: z.boolean().default(false),
    /** Absent: those that can be given to a partner. `all`: everything, the notes too. */
    columns: z.union([z.literal('all'), z.array(z.enum(exportColumns)).min(1)]).default(columnsForPartner),
  }),
  async answer(
    { filter: asked, sort, format, isOfApplications, columns: chosen },
    context,
  ): Promise<CallFile> {
    const { store, calendar, now } = context;
    const selected = toFilter(asked, context);
    const { contentType, start, separator, end, write } = exportFormats[format];
    const columns = chosen === 'all' ? exportColumns : [...new Set(chosen)];
    const writeLine = (line: ExportLine) =>
      chosen === 'all' && format === 'json' ? wholeJson(line) : write(columns, line, calendar);
    async function* writeLines() {
      let pending = start(columns, calendar);
      let before = '';
      for await (const lines of readExport(store, { filter: selected, sort }, isOfApplications)) {
        for (const line of lines) {
          pending += `${before}${writeLine(line)}`;
          before = separator;
        }
        if (pending.length < writeAtOnce) continue;
        yield pending;
        pending = '';
      }
      yield pending + end;
    }
    return {
      fileName: `applicants-${calendar.formatDay(now())}.${format}`,
      contentType,
      rows: countIn(await store.countApplicants(selected), selected.state),
      body: writeLines(),
    };
  },
});
