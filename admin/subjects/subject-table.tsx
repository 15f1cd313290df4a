import { Link } from '@tanstack/react-router';
import type { ApplicantRow } from '#contract/answers.ts';
import { excerptOf } from '../ui/excerpt.ts';
import { StateMark } from '../ui/state-mark.tsx';
import type { ViewSearch } from '../view-search.ts';
import { type Column, columnTable } from './columns.tsx';
import { type ListName, lists } from './lists.ts';
import './subject-table.css';
import type { RowSelection } from './use-selection.ts';

interface SubjectTableProps {
  list: ListName;
  rows: readonly ApplicantRow[];
  columns: readonly Column[];
  search: ViewSearch;
  selection: RowSelection;
}

/** More columns than this have less room each: beside whole names they do not fit 1280 pixels. */
const mostAtFullWidth = 7;

/** A row a person or a message. In a narrow window each row is two lines. */
export function SubjectTable({ list, rows, columns, search, selection }: SubjectTableProps) {
  const isAll = selection.ids.size === rows.length;
  return (
    <table className="subjects" data-is-dense={columns.length > mostAtFullWidth || undefined}>
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
          {list === 'messages' && <th scope="col">Message</th>}
          {columns.map((column) => (
            <th key={column} scope="col">
              {column === 'received' ? lists[list].received : columnTable[column].name}
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
                aria-label={`Select ${row.fields.name}`}
                checked={selection.ids.has(row.id)}
                onChange={(event) =>
                  selection.toggle(row.id, (event.nativeEvent as MouseEvent).shiftKey === true)
                }
              />
            </td>
            <th scope="row" className="subjects-name">
              <Link to={lists[list].personPath} params={{ id: row.id }} search={search} className="row-link">
                {row.fields.name}
              </Link>
              {row.applications > 1 && list === 'applicants' && (
                <span className="repeat">
                  applied {row.applications}×{row.firstAs !== null && `, first as ${row.firstAs}`}
                </span>
              )}
            </th>
            <td className="subjects-state">
              <StateMark state={row.state} appliedAgain={row.appliedAgain} />
            </td>
            {list === 'messages' && <td className="subjects-excerpt">{excerptOf(row)}</td>}
            {columns.map((column) => (
              <td key={column} className={`subjects-${column}`}>
                {columnTable[column].cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
