import { type Telling, tellings } from '#contract/told.ts';
import type { ViewSearch } from '../view-search.ts';
import { ChoiceField } from './choice-field.tsx';

const names: Record<Telling, string> = {
  told: 'Told',
  waiting: 'Letter waits',
  parked: 'Letter parked',
  'not-told': 'Not told',
};
/** The list from which the declined can be told later. */
const declinedNotTold = 'declined-not-told';

interface ToldFilterProps {
  search: ViewSearch;
  onChange: (changes: Record<string, string | undefined>) => void;
}

/** Filters invited and declined people by whether they were told. */
export function ToldFilter({ search: { state, told }, onChange }: ToldFilterProps) {
  return (
    <ChoiceField
      label="Told"
      value={state === 'declined' && told === 'not-told' ? declinedNotTold : (told ?? '')}
      onChange={(value) =>
        onChange(
          value === declinedNotTold ? { state: 'declined', told: 'not-told' } : { told: value || undefined },
        )
      }
    >
      <option value="">Any</option>
      {tellings.map((telling) => (
        <option key={telling} value={telling}>
          {names[telling]}
        </option>
      ))}
      <option value={declinedNotTold}>Declined, not told</option>
    </ChoiceField>
  );
}
