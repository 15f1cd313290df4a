import { Menu } from '@base-ui/react/menu';
import { type Column, columns } from '#contract/console-view.ts';
import { writeColumns } from '../view-search.ts';
import '../ui/menu.css';
import { columnTable } from './columns.tsx';

interface ColumnsMenuProps {
  shown: readonly Column[];
  onChange: (columns: string | undefined) => void;
}

/** Which columns the list shows. They are part of the address. */
export function ColumnsMenu({ shown, onChange }: ColumnsMenuProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="button button-outline">Columns</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place" align="end" sideOffset={4}>
          <Menu.Popup className="menu paper" aria-label="Columns">
            {columns.map((column) => (
              <Menu.CheckboxItem
                key={column}
                className="menu-item"
                closeOnClick={false}
                checked={shown.includes(column)}
                onCheckedChange={(isShown) =>
                  onChange(
                    writeColumns(
                      columns.filter((each) => (each === column ? isShown : shown.includes(each))),
                    ),
                  )
                }
              >
                <Menu.CheckboxItemIndicator className="menu-check" keepMounted>
                  ✓
                </Menu.CheckboxItemIndicator>
                {columnTable[column].name}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
