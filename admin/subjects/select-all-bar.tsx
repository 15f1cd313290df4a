import { countOf } from '#contract/texts.ts';
import { announce } from '../layout/live-region.tsx';
import { type ListName, lists } from '../lists.ts';
import { Button } from '../ui/button.tsx';

interface SelectAllBarProps {
  list: ListName;
  /** Rows that are shown and selected. */
  shown: number;
  /** People who match the filters. */
  total: number;
  isWhole: boolean;
  onChange: (isWhole: boolean) => void;
}

/** Shown when all visible rows are selected: a button that selects everyone who matches. */
export function SelectAllBar({ list, shown, total, isWhole, onChange }: SelectAllBarProps) {
  const { nouns } = lists[list];
  const choose = (chosen: boolean) => {
    onChange(chosen);
    announce(`${countOf(chosen ? total : shown, nouns)} selected`);
  };
  return (
    <p className="arrivals">
      {isWhole
        ? `All ${total.toLocaleString('en')} that match are selected. `
        : `All ${shown.toLocaleString('en')} shown are selected. `}
      <Button look="plain" onClick={() => choose(!isWhole)}>
        {isWhole
          ? `Select the ${shown.toLocaleString('en')} shown`
          : `Select all ${total.toLocaleString('en')} that match`}
      </Button>
    </p>
  );
}
