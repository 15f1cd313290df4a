import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApplicantRow } from '#contract/answers.ts';
import { type FieldName, fieldValue } from '#contract/fields.ts';
import { shownHandle } from '#contract/profiles.ts';
import { readSearch } from '#contract/search-words.ts';
import { kindNames } from '#contract/submission.ts';
import type { CallBody } from '../api/call.ts';
import { type ListName, lists } from '../lists.ts';
import { Email } from '../ui/email.tsx';
import { FoundText } from '../ui/found-text.tsx';
import { Handle } from '../ui/handle.tsx';
import { StateMark } from '../ui/state-mark.tsx';
import { Time } from '../ui/time.tsx';
import { AnswerMark, ToldMark } from '../ui/told-mark.tsx';
import type { RowSelection } from '../ui/use-selection.ts';
import { type Column, columnsOf, type ViewSearch } from '../view-search.ts';
import './subject-table.css';

interface ColumnShown {
  name: string;
  /** null: there is nothing to show. `searched` is marked in it. */
  cell: (row: ApplicantRow, searched: readonly string[]) => ReactNode;
  /** What an export of the shown columns has of it. */
  exported: readonly ExportColumn[];
}

type ExportColumn = Exclude<CallBody<'exportPeople'>['columns'], 'all' | undefined>[number];

/** Of the columns that are always shown: the name, with what stands below it, and the state. */
const alwaysExported: Record<ListName, readonly ExportColumn[]> = {
  applicants: ['kind', 'name', 'handle', 'venueName', 'state'],
  messages: ['name', 'state'],
};

/** The field's text, with what was searched marked in it. */
const textOf =
  (name: FieldName): ColumnShown['cell'] =>
  (row, searched) => <FoundText text={fieldValue(row, name)} searched={searched} />;

/** A line, and a time below it. */
const withTime = (line: ReactNode, atMs: number) => (
  <>
    <span className="line">{line}</span>
    <span className="line muted">
      <Time atMs={atMs} />
    </span>
  </>
);

/** Columns that the list can show beside name and state, which are always shown. */
export const columnTable: Record<Column, ColumnShown> = {
  place: {
    name: 'City, applied',
    cell: (row, searched) => withTime(textOf('city')(row, searched), row.receivedAtMs),
    exported: ['city', 'received'],
  },
  about: {
    name: 'Bio or message',
    cell(row, searched) {
      const text = fieldValue(row, 'bio') || fieldValue(row, 'message');
      return (
        text !== '' && (
          <span className="line">
            <FoundText text={text} searched={searched} />
          </span>
        )
      );
    },
    exported: ['bio', 'message'],
  },
  kind: { name: 'Kind', cell: ({ kind }) => kindNames[kind][0], exported: [] },
  email: { name: 'Email', cell: ({ fields }) => <Email address={fields.email} />, exported: ['email'] },
  handle: {
    name: 'Handle',
    cell: (row, searched) => <FoundText text={shownHandle(fieldValue(row, 'handle'))} searched={searched} />,
    exported: [],
  },
  venueName: { name: 'Venue', cell: textOf('venueName'), exported: [] },
  city: { name: 'City', cell: textOf('city'), exported: ['city'] },
  received: {
    name: 'Applied',
    cell: ({ receivedAtMs }) => <Time atMs={receivedAtMs} />,
    exported: ['received'],
  },
  applications: {
    name: 'Times applied',
    cell: ({ applications }) => applications,
    exported: ['applications'],
  },
  decided: {
    name: 'Decided',
    cell: ({ decidedAtMs, decidedBy }) => decidedAtMs !== null && withTime(decidedBy, decidedAtMs),
    exported: ['decided', 'decided by'],
  },
  letter: {
    name: 'Told, answer',
    cell: ({ told, answer }) => (
      <>
        {told && (
          <span className="line">
            <ToldMark told={told} />
          </span>
        )}
        {answer && (
          <span className="line">
            <AnswerMark answer={answer} />
          </span>
        )}
      </>
    ),
    exported: ['told', 'answer', 'answered', 'sentence'],
  },
};

const ofMessages = ['about', 'email', 'received', 'decided'] as const;

export const shownColumns = (list: ListName, search: ViewSearch): readonly Column[] =>
  list === 'messages' ? ofMessages : columnsOf(search);

/** The columns of an export that are shown. */
export const exportOf = (list: ListName, search: ViewSearch): ExportColumn[] => [
  ...alwaysExported[list],
  ...shownColumns(list, search).flatMap((column) => columnTable[column].exported),
];

interface SubjectTableProps {
  list: ListName;
  rows: readonly ApplicantRow[];
  columns: readonly Column[];
  search: ViewSearch;
  selection: RowSelection;
}

/** More columns than this have less room each: beside whole names they do not fit 1280 pixels. */
const maxAtFullWidth = 5;

/** A row a person or a message, to be judged where it stands. In a narrow window each row is a card. */
export function SubjectTable({ list, rows, columns, search, selection }: SubjectTableProps) {
  const isAll = selection.ids.size === rows.length;
  const searched = readSearch(search.text ?? '').words;
  return (
    <table className="subjects" data-is-dense={columns.length > maxAtFullWidth || undefined}>
      <thead>
        <tr>
          <th scope="col" className="subjects-select">
            <label className="subjects-all">
              <input
                type="checkbox"
                checked={isAll}
                ref={(box) => {
                  if (box) box.indeterminate = selection.ids.size > 0 && !isAll;
                }}
                onChange={selection.toggleAll}
              />
              <span className="visually-hidden">Select all shown</span>
            </label>
          </th>
          <th scope="col">Name</th>
          <th scope="col">State</th>
          {columns.map((column) => (
            <th key={column} scope="col" className={`subjects-${column}`}>
              {lists[list].columnNames[column] ?? columnTable[column].name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-id={row.id} data-selected={selection.ids.has(row.id) || undefined}>
            <td className="subjects-select">
              <input
                type="checkbox"
                aria-label={`Select ${row.fields.name || row.fields.email}`}
                {...selection.boxOf(row.id)}
              />
            </td>
            <th scope="row" className="subjects-name">
              <Link
                to={lists[list].personPath}
                params={{ id: row.id }}
                search={search}
                state={{ isFromList: true }}
                className="row-link"
              >
                <FoundText text={row.fields.name || row.fields.email} searched={searched} />
              </Link>
              {row.applications > 1 && list === 'applicants' && (
                <span className="repeat">
                  applied {row.applications}×{row.firstAs !== null && `, first as ${row.firstAs}`}
                </span>
              )}
              {row.firstAppliedAtMs !== null && (
                <span className="repeat">
                  first on <Time atMs={row.firstAppliedAtMs} />
                </span>
              )}
              {list === 'applicants' && (
                <span className="line">
                  <span className="muted">{kindNames[row.kind][0]}, </span>
                  {row.kind === 'venue' ? (
                    <FoundText text={fieldValue(row, 'venueName')} searched={searched} />
                  ) : (
                    <Handle handle={fieldValue(row, 'handle')} searched={searched} />
                  )}
                </span>
              )}
            </th>
            <td className="subjects-state">
              <StateMark state={row.state} appliedAgain={row.appliedAgain} />
            </td>
            {columns.map((column) => (
              <td key={column} className={`subjects-${column}`}>
                {columnTable[column].cell(row, searched)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
