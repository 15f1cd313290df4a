import { useEffect } from 'react';
import type { ApplicantRow } from '#contract/answers.ts';
import type { decisionsOf, ReviewState } from '#contract/review.ts';
import { useKeys } from '../keys/use-keys.ts';
import { lastShown } from '../lists.ts';
import type { RowSelection } from '../ui/use-selection.ts';

interface ListKeys {
  rows: readonly ApplicantRow[];
  selection: RowSelection;
  decisions: ReturnType<typeof decisionsOf>;
  decide: (to: ReviewState, id: string | null) => void;
  undo: () => void;
  loadMore: () => unknown;
}

/** The row that has the focus is the current one: its link is focused, so Enter opens it. */
export function useListKeys({ rows, selection, decisions, decide, undo, loadMore }: ListKeys): void {
  const move = (by: 1 | -1) => {
    const index = rows.findIndex(({ id }) => id === currentId());
    const next = rows[Math.max(0, index + by)];
    if (next) focusRow(next.id);
    else loadMore();
  };
  const toggle = (event: KeyboardEvent) => {
    const id = currentId();
    if (id !== null) selection.toggle(id, event.shiftKey);
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: toggle,
    X: toggle,
    u: undo,
    '/': () => document.querySelector<HTMLInputElement>('input[type="search"]')?.select(),
    Escape: selection.clear,
    ...Object.fromEntries(decisions.map(({ shortcut, to }) => [shortcut, () => decide(to, currentId())])),
  });
  const isShown = rows.length > 0;
  // Whoever comes back from a person goes on at their row, if the list has it.
  useEffect(() => {
    const id = lastShown.get();
    if (!isShown || id === null) return;
    lastShown.set(null);
    focusRow(id);
  }, [isShown]);
}

/** Id of the row that has the focus, or had it last. */
function currentId(): string | null {
  const focused = document.activeElement?.closest<HTMLElement>('tr[data-id]');
  return focused?.dataset['id'] ?? null;
}

function focusRow(id: string): void {
  const link = document.querySelector<HTMLElement>(`tr[data-id="${id}"] .row-link`);
  link?.focus({ preventScroll: true });
  link?.closest('tr')?.scrollIntoView({ block: 'nearest' });
}
