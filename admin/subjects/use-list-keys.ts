import { useEffect, useRef } from 'react';
import type { ApplicantRow } from '#contract/answers.ts';
import type { decisionsOf, ReviewState } from '#contract/review.ts';
import { notify } from '../api/notices.ts';
import { rowBehind } from '../api/subjects.ts';
import { useKeys } from '../keys/use-keys.ts';
import { lastShown } from '../lists.ts';
import type { RowSelection } from '../ui/use-selection.ts';

interface ListKeys {
  rows: readonly ApplicantRow[];
  selection: RowSelection;
  decisions: ReturnType<typeof decisionsOf>;
  decide: (to: ReviewState, id: string | null) => void;
  undo: () => void;
  loadRowBehind: (id: string) => Promise<ApplicantRow | undefined>;
}

/** The row that has the focus is the current one: its link is focused, so Enter opens it. */
export function useListKeys({ rows, selection, decisions, decide, undo, loadRowBehind }: ListKeys): void {
  /** Id of the row that was left for the one behind it, which is loading: no key is about it any more. */
  const left = useRef<string | null>(null);
  const goBehind = async (id: string) => {
    left.current = id;
    if ((await loadRowBehind(id)) === undefined) left.current = null;
  };
  useEffect(() => {
    if (left.current === null) return;
    const behind = rowBehind(rows, left.current);
    if (behind === undefined) return;
    if (left.current === currentId()) focusRow(behind.id);
    left.current = null;
  });
  const isLeft = () => left.current !== null && left.current === currentId();

  const move = (by: 1 | -1) => {
    const current = currentId();
    const index = rows.findIndex(({ id }) => id === current);
    const next = rows[Math.max(0, index + by)];
    if (next === undefined) return current === null ? undefined : goBehind(current);
    left.current = null;
    focusRow(next.id);
  };
  const toggle = (event: KeyboardEvent) => {
    const id = currentId();
    if (id !== null && !isLeft()) selection.toggle(id, event.shiftKey);
  };
  const decideBy = (to: ReviewState) => {
    if (isLeft()) notify({ text: 'The next rows are still loading. Nothing was decided.' });
    else decide(to, currentId());
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: toggle,
    X: toggle,
    u: undo,
    '/': () => document.querySelector<HTMLInputElement>('input[type="search"]')?.select(),
    Escape: selection.clear,
    ...Object.fromEntries(decisions.map(({ shortcut, to }) => [shortcut, () => decideBy(to)])),
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
