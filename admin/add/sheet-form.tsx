import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ColumnMeaning,
  columnLetter,
  dateOrders,
  describeErased,
  describeQuestion,
  describeUndone,
  leftOut,
  maxSheetBytes,
  meaningLabel,
  meaningsOf,
  type SheetColumn,
  type SheetReport,
} from '#contract/sheet.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { countOf } from '#contract/texts.ts';
import { type CallBody, call, callForFile, isRefused } from '../api/call.ts';
import { useChange } from '../api/change.ts';
import { readAgain } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { saveFile } from '../ui/save-file.ts';
import { SheetSurvey } from './sheet-survey.tsx';

type Choices = Pick<CallBody<'readSheet'>, 'kind' | 'dates' | 'chosen'>;
type Sheet = Choices & { file: File };
const nouns = ['person', 'people'] as const;
const named = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, value]));

/** A file, what importing it would do, and the import. Each choice reads the file again. */
export function SheetForm({ importId: begun }: { importId?: string | undefined }) {
  /** Sent again, also after a lost answer, it goes on with the same import. */
  const [importId, setImportId] = useState<string>(begun ?? crypto.randomUUID());
  const [file, setFile] = useState<File | null>(null);
  /** What is known of this file. While it is read again, this is still about the choices before. */
  const [report, setReport] = useState<SheetReport | null>(null);
  const [choices, setChoices] = useState<Choices>({ kind: 'creator', chosen: [] });
  const queryClient = useQueryClient();
  const read = useMutation({
    mutationFn: async (sheet: Sheet) => call('readSheet', await bodyOf(sheet)),
    retry: false,
  });
  const store = useMutation({
    mutationFn: async ({ importId, ...sheet }: Sheet & { importId: string }) => ({
      report: await call('importSheet', { importId, fileName: sheet.file.name, ...(await bodyOf(sheet)) }),
      importId,
    }),
    retry: false,
    onSettled: () => readAgain(queryClient),
  });
  const undo = useChange('undoImport', { showsFailure: true });
  const saveRefused = useMutation({
    async mutationFn(sheet: Sheet) {
      const response = await callForFile('refusedRows', await bodyOf(sheet));
      saveFile(await response.blob(), response);
    },
    retry: false,
  });
  const isTooLarge = file !== null && file.size > maxSheetBytes;
  const done = store.data;
  const { message: failure = undo.failure } = read.error ?? store.error ?? saveRefused.error ?? {};

  function change(nextFile: File | null, changes: Partial<Choices>) {
    const next = { ...choices, ...changes };
    if (nextFile !== file) setReport(null);
    setFile(nextFile);
    // A choice of another file, or one after an import, is another import.
    if (begun === undefined && (nextFile !== file || done !== undefined)) setImportId(crypto.randomUUID());
    setChoices(next);
    store.reset();
    undo.reset();
    read.reset();
    saveRefused.reset();
    if (nextFile !== null && nextFile.size <= maxSheetBytes)
      read.mutate(
        { ...next, file: nextFile },
        { onSuccess: setReport, onError: (error) => isRefused(error) && setReport(null) },
      );
  }

  return (
    <div className="stack form">
      <p className="muted">
        CSV, as Excel, Google, Typeform and Tally write it. Nobody gets a message or a letter. Whoever is on
        the list already stays as they are, but takes an earlier day of the sheet.
      </p>
      <ChoiceField
        label="Who is in it"
        value={choices.kind}
        options={named(waitlistKinds)}
        onChange={(kind) => change(file, { kind: kind as Choices['kind'], chosen: [] })}
      />
      <label className="stack field">
        <span>File</span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={(event) => change(event.target.files?.[0] ?? null, { chosen: [], dates: undefined })}
        />
      </label>
      {isTooLarge && (
        <p role="alert">
          The file is larger than {maxSheetBytes / 1024 / 1024} MiB. Import it on the server: npm run waitlist
          -- import
        </p>
      )}
      {read.isPending && report === null && <p className="muted">Reading…</p>}
      {failure && <p role="alert">{failure}</p>}
      {report !== null && done === undefined && (
        <>
          <Columns
            columns={report.columns}
            kind={choices.kind}
            chosen={choices.chosen}
            onChange={(chosen) => change(file, { chosen })}
          />
          {(choices.dates !== undefined || report.questions.some(({ about }) => about === 'dates')) && (
            <ChoiceField
              label="A date such as 03/11/2026 is read"
              value={choices.dates ?? ''}
              options={{ '': 'Choose', ...named(dateOrders) }}
              onChange={(dates) => change(file, { dates: dateOrders.find((each) => each === dates) })}
            />
          )}
          {report.questions.map((question) => (
            <p key={question.about} role="alert">
              {describeQuestion(question)} Choose it above.
            </p>
          ))}
          {report.questions.length === 0 && (
            <>
              <SheetSurvey report={report} />
              {report.refused > 0 && (
                <Button
                  isPending={saveRefused.isPending}
                  onClick={() => file && saveRefused.mutate({ ...choices, file })}
                >
                  Download the rows that cannot be taken
                </Button>
              )}
              <Button
                look="primary"
                disabled={
                  // Whoever is on the list takes an earlier day of the sheet.
                  begun === undefined && report.people === report.known && report.people === report.undated
                }
                isPending={store.isPending || read.isPending}
                onClick={() => file && store.mutate({ ...choices, file, importId })}
              >
                {begun === undefined && report.people === report.known
                  ? 'Import earlier days'
                  : `Import ${countOf(report.people - report.known, nouns)}`}
              </Button>
              <p className="muted">
                The import is {importId}. If it is broken off, send the same file again, or take it back on
                the page Imports.
              </p>
            </>
          )}
        </>
      )}
      {done && (
        <div className="stack" role="status">
          <p>{countOf(done.report.people - done.report.known, nouns)} imported.</p>
          {done.report.erased > 0 && <p>{describeErased(done.report.erased)}</p>}
          {undo.data ? (
            <p>{describeUndone(undo.data)}</p>
          ) : (
            <Button isPending={undo.isPending} onClick={() => undo.run({ importId: done.importId })}>
              Take the import back
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

interface ColumnsProps extends Pick<Choices, 'kind' | 'chosen'> {
  columns: readonly SheetColumn[];
  onChange: (chosen: Choices['chosen']) => void;
}

/** What each column holds; a choice of a person's own goes before what was found. */
function Columns({ columns, kind, chosen, onChange }: ColumnsProps) {
  const labels = meaningsOf(kind).map((meaning) => [meaning, meaningLabel(meaning, kind)]);
  const choose = (column: number, meaning: ColumnMeaning | typeof leftOut) => {
    const kept = chosen.filter(
      (each) => each.column !== column && (each.meaning === leftOut || each.meaning !== meaning),
    );
    onChange([...kept, { column, meaning }]);
  };
  const shownMeaning = (place: number, found: ColumnMeaning | null) =>
    chosen.find(({ column }) => column === place)?.meaning ??
    (chosen.some(({ meaning }) => meaning === found) ? leftOut : (found ?? leftOut));
  return (
    <fieldset className="add-columns">
      <legend>What each column holds</legend>
      {columns.map(({ place, heading, examples, meaning: found }) => (
        <div key={place}>
          <ChoiceField
            label={heading || `Column ${columnLetter(place)}`}
            value={shownMeaning(place, found)}
            options={{ [leftOut]: 'Left out', ...Object.fromEntries(labels) }}
            onChange={(chosenMeaning) => choose(place, chosenMeaning as ColumnMeaning | typeof leftOut)}
          />
          <small className="muted">{examples.join(' · ') || 'Empty'}</small>
        </div>
      ))}
    </fieldset>
  );
}

async function bodyOf({ file, ...choices }: Sheet) {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error('The file can no longer be read. Choose it again.');
  });
  return { ...choices, sheet: new Uint8Array(bytes) };
}
