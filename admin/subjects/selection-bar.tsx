import type { ReviewState } from '#contract/review.ts';
import { decisionVerbs } from '../api/decision-verbs.ts';
import { Button } from '../ui/button.tsx';
import { countOf, type ListName, lists } from './lists.ts';

interface SelectionBarProps {
  list: ListName;
  /** How the selected ones stand. */
  states: readonly ReviewState[];
  decide: (to: ReviewState, id: null) => void;
  clear: () => void;
}

/** What can be done with the selected rows; in sight however far the list is scrolled. */
export function SelectionBar({ list, states, decide, clear }: SelectionBarProps) {
  if (states.length === 0) return null;
  return (
    <section className="selection" aria-label="Selected rows">
      <p>{countOf(states.length, lists[list].nouns)} selected</p>
      {decisionVerbs(list === 'messages' ? 'contact' : 'creator').map(({ to, name, shortcut }) => (
        <Button
          key={to}
          onClick={() => decide(to, null)}
          shortcut={shortcut}
          isDone={states.every((state) => state === to)}
        >
          {name}
        </Button>
      ))}
      <Button look="plain" onClick={clear}>
        Select nothing
      </Button>
    </section>
  );
}
