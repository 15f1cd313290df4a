import { type DateRange, dateRanges } from '#contract/console-view.ts';
import type { ViewSearch } from '../view-search.ts';
import { ChoiceField } from './choice-field.tsx';
import { TypedField } from './typed-field.tsx';

const rangeNames: Record<DateRange, string> = {
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  year: 'This year',
};
const ownDays = 'own';

interface DateFilterProps {
  label: string;
  search: ViewSearch;
  /** "Own days" is chosen, even while none is typed. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (changes: Record<string, string | undefined>, isTyping?: boolean) => void;
}

/** A filter by days: a range up to today, which moves with today, or own days. */
export function DateFilter({ label, search, isOpen, onOpen, onChange }: DateFilterProps) {
  const { date, from, to } = search;
  const showsDays = date === undefined && (isOpen || from !== undefined || to !== undefined);
  return (
    <>
      <ChoiceField
        label={label}
        value={showsDays ? ownDays : (date ?? '')}
        onChange={(value) => {
          onOpen(value === ownDays);
          const range = dateRanges.find((each) => each === value);
          onChange({ date: range, from: undefined, to: undefined });
        }}
      >
        <option value="">Any time</option>
        {dateRanges.map((range) => (
          <option key={range} value={range}>
            {rangeNames[range]}
          </option>
        ))}
        <option value={ownDays}>Own dates…</option>
      </ChoiceField>
      {showsDays && (
        <>
          <TypedField label="From" type="date" name="from" search={search} onChange={onChange} />
          <TypedField label="To" type="date" name="to" search={search} onChange={onChange} />
        </>
      )}
    </>
  );
}
