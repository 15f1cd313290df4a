import type { ReactNode } from 'react';

type Row = readonly [label: string, ...cells: ReactNode[]];

interface NumberTableProps {
  head: readonly string[];
  /** Their labels differ. The last cell of a shorter row takes the columns that are left. */
  rows: readonly Row[];
  foot?: Row;
}

export function NumberTable({ head, rows, foot }: NumberTableProps) {
  return (
    <table className="numbers">
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <NumberRow key={row[0]} row={row} columns={head.length} />
        ))}
      </tbody>
      {foot && (
        <tfoot>
          <NumberRow row={foot} columns={head.length} />
        </tfoot>
      )}
    </table>
  );
}

function NumberRow({ row: [label, ...cells], columns }: { row: Row; columns: number }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is what its column is
        <td key={index} colSpan={index === cells.length - 1 ? columns - cells.length : 1}>
          {typeof cell === 'number' ? cell.toLocaleString('en') : cell}
        </td>
      ))}
    </tr>
  );
}
