import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ColumnMeaning,
  columnMeanings,
  dateOrders,
  maxSheetBytes,
  type SheetReport,
} from '#contract/sheet.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { countOf } from '#contract/texts.ts';
import { type CallBody, call } from '../api/call.ts';
import { readAgain } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { SheetSurvey } from './sheet-survey.tsx';

type Choices = Pick<CallBody<'readSheet'>, 'kind' | 'dates' | 'chosen'>;
type Sheet = Choices & { file: File };
const nouns = ['person', 'people'] as const;
const named = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, value]));

/** A file, what importing it would do, and the import. Each choice reads the file again. */
export function SheetForm() {
  const [file, setFile] = useState<File | null>(null);
  const [choices, setChoices] = useState<Choices>({ kind: 'creator', dates: 'day-first', chosen: {} });
  const queryClient = useQueryClient();
  const read = useMutation({
    mutationFn: async (sheet: Sheet) => call('readSheet', await bodyOf(sheet)),
    retry: false,
  });
  const store = useMutation({
    mutationFn: async ({ importId, ...sheet }: Sheet & { importId: string }) => ({
      ...(await call('importSheet', { importId, fileName: sheet.file.name, ...(await bodyOf(sheet)) })),
      importId,
    }),
    retry: false,
    onSettled: () => readAgain(queryClient),
  });
  const undo = useMutation({
    mutationFn: (importId: string) => call('undoImport', { importId }),
    onSettled: () => readAgain(queryClient),
  });
  const isTooLarge = file !== null && file.size > maxSheetBytes;
  const report = read.data !== undefined && 'report' in read.data ? read.data.report : null;
  const done = store.data !== undefined && 'report' in store.data ? store.data : null;

  function change(nextFile: File | null, changes: Partial<Choices>) {
    const next = { ...choices, ...changes };
    setFile(nextFile);
    setChoices(next);
    store.reset();
    undo.reset();
    read.reset();
    if (nextFile !== null && nextFile.size <= maxSheetBytes) read.mutate({ ...next, file: nextFile });
  }

  return (
    <div className="stack form">
      <p className="muted">
        CSV, as Excel, Google, Typeform and Tally write it. Nobody gets a message or a letter, and whoever is
        on the list already stays as they are.
      </p>
      <ChoiceField
        label="Who is in it"
        value={choices.kind}
        options={named(waitlistKinds)}
        onChange={(kind) => change(file, { kind: kind as Choices['kind'], chosen: {} })}
      />
      <ChoiceField
        label="A date such as 03/11/2026 is read"
        value={choices.dates}
        options={named(dateOrders)}
        onChange={(dates) => change(file, { dates: dates as Choices['dates'] })}
      />
      <label className="stack field">
        <span>File</span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={(event) => change(event.target.files?.[0] ?? null, { chosen: {} })}
        />
      </label>
      {isTooLarge && (
        <p role="alert">
          The file is larger than {maxSheetBytes / 1024 / 1024} MiB. Import it on the server: npm run waitlist
          -- import
        </p>
      )}
      {read.isPending && <p className="muted">Reading…</p>}
      <Failure error={read.error ?? store.error ?? undo.error} />
      <ProblemOf answer={read.data} />
      <ProblemOf answer={store.data} />
      {report !== null && done === null && (
        <>
          <Columns report={report} chosen={choices.chosen} onChange={(chosen) => change(file, { chosen })} />
          <SheetSurvey report={report} />
          <Button
            look="primary"
            disabled={report.people === report.known}
            isPending={store.isPending}
            onClick={() => file && store.mutate({ ...choices, file, importId: crypto.randomUUID() })}
          >
            Import {countOf(report.people - report.known, nouns)}
          </Button>
        </>
      )}
      {done !== null && (
        <div className="stack" role="status">
          <p>{countOf(done.report.people - done.report.known, nouns)} imported.</p>
          {undo.data === undefined && (
            <Button isPending={undo.isPending} onClick={() => undo.mutate(done.importId)}>
              Take the import back
            </Button>
          )}
          {undo.data !== undefined && 'deleted' in undo.data && (
            <p>{countOf(undo.data.deleted, nouns)} deleted.</p>
          )}
          <ProblemOf answer={undo.data} />
        </div>
      )}
    </div>
  );
}

const Failure = ({ error }: { error: Error | null }) => error && <p role="alert">{error.message}</p>;

const ProblemOf = ({ answer }: { answer: object | undefined }) =>
  answer !== undefined && 'problem' in answer ? <p role="alert">{String(answer.problem)}</p> : null;

interface ColumnsProps {
  report: SheetReport;
  chosen: Choices['chosen'];
  onChange: (chosen: Choices['chosen']) => void;
}

/** What each column holds; a choice of a person's own goes before what was found. */
function Columns({ report, chosen, onChange }: ColumnsProps) {
  const meaningAt = new Map(Object.entries(report.columns).map(([meaning, place]) => [place, meaning]));
  const choose = (heading: string, place: number, meaning: string) => {
    const kept = Object.entries(chosen).filter(([name, each]) => each !== heading && name !== meaning);
    const before = meaningAt.get(place);
    onChange({
      ...Object.fromEntries(kept.filter(([name]) => name !== before)),
      ...(meaning === '' ? {} : { [meaning as ColumnMeaning]: heading }),
    });
  };
  return (
    <div className="add-columns">
      {report.headings.map((heading, place) => (
        <ChoiceField
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same heading
          key={place}
          label={heading || `Column ${place + 1}`}
          value={meaningAt.get(place) ?? ''}
          options={{ '': 'Left out', ...named(columnMeanings) }}
          onChange={(meaning) => choose(heading, place, meaning)}
        />
      ))}
    </div>
  );
}

async function bodyOf({ file, ...choices }: Sheet) {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error('The file can no longer be read. Choose it again.');
  });
  return { ...choices, sheet: new Uint8Array(bytes) };
}
