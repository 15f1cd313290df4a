import { type ChangeEvent, useState } from 'react';

export type RowSelection = ReturnType<typeof useSelection>;

/** The selected rows. A row that is no longer shown is no longer selected. */
export function useSelection(shownIds: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  const ids = new Set(shownIds.filter((id) => chosen.has(id)));

  /** With `isRange`: all rows from the last toggled one to this one get the state that this one gets. */
  function toggle(id: string, isRange: boolean): void {
    const isSelected = !ids.has(id);
    const next = new Set(ids);
    for (const each of isRange ? between(shownIds, anchor ?? id, id) : [id]) {
      if (isSelected) next.add(each);
      else next.delete(each);
    }
    setChosen(next);
    setAnchor(id);
  }

  return {
    ids,
    toggle,
    /** Attributes of a row's checkbox; with Shift it toggles a range. */
    boxOf: (id: string) => ({
      checked: ids.has(id),
      onChange: ({ nativeEvent }: ChangeEvent) =>
        toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey),
    }),
    toggleAll: () => setChosen(ids.size === shownIds.length ? new Set() : new Set(shownIds)),
    clear: () => setChosen(new Set()),
  };
}

function between(ids: readonly string[], from: string, to: string): readonly string[] {
  const ends = [ids.indexOf(from), ids.indexOf(to)].sort((a, b) => a - b);
  const [first = 0, last = 0] = ends;
  return first === -1 ? [to] : ids.slice(first, last + 1);
}
