import type { ReviewState } from '#contract/review.ts';
import { Button } from '../ui/button.tsx';
import { countOf, type ListName, lists } from './lists.ts';

interface SelectionBarProps {
  list: ListName;
  /** How many are selected. */
  count: number;
  /** All of them are in that state already. */
  isDone: (to: ReviewState) => boolean;
  decide: (to: ReviewState, id: null) => void;
  clear: () => void;
}

/** Actions for the selected rows; always visible, however far the list is scrolled. */
export function SelectionBar({ list, count, isDone, decide, clear }: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <section className="selection" aria-label="Selected rows">
      <p>{countOf(count, lists[list].nouns)} selected</p>
      {lists[list].verbs.map(({ to, name, shortcut }) => (
        <Button key={to} onClick={() => decide(to, null)} shortcut={shortcut} isDone={isDone(to)}>
          {name}
        </Button>
      ))}
      <Button look="plain" onClick={clear}>
        Select nothing
      </Button>
    </section>
  );
}
