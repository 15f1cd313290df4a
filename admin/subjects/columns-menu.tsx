import { Popup } from '../ui/popup.tsx';
import { writeColumns } from '../view-search.ts';
import { type Column, columns, columnTable } from './columns.tsx';

interface ColumnsMenuProps {
  shown: readonly Column[];
  onChange: (columns: string | undefined) => void;
}

/** Which columns the list shows. They are part of the address. */
export function ColumnsMenu({ shown, onChange }: ColumnsMenuProps) {
  const toggle = (column: Column, isShown: boolean) =>
    onChange(writeColumns(columns.filter((each) => (each === column ? isShown : shown.includes(each)))));
  return (
    <Popup label="Columns">
      {columns.map((column) => (
        <label key={column} className="check">
          <input
            type="checkbox"
            checked={shown.includes(column)}
            onChange={(event) => toggle(column, event.target.checked)}
          />
          {columnTable[column].name}
        </label>
      ))}
    </Popup>
  );
}
