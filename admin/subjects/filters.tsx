import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { DateRange, Filter, Sort } from '#contract/console-view.ts';
import { answerNames } from '#contract/invitation-answer.ts';
import { kindNames, type WaitlistKind } from '#contract/submission.ts';
import type { ToldStatus } from '#contract/told.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';
import { Popup } from '../ui/popup.tsx';
import {
  type Column,
  columns,
  columnsOf,
  filterOf,
  sortOf,
  type ViewSearch,
  writeColumns,
} from '../view-search.ts';
import { ExportButton } from './export-button.tsx';
import './filters.css';
import { type ListName, lists } from '../lists.ts';
import { columnTable } from './subject-table.tsx';
import { TypedField } from './typed-field.tsx';

const kinds: Record<WaitlistKind | '', string> = {
  '': 'Both',
  creator: kindNames.creator[1],
  venue: kindNames.venue[1],
};

/** The list from which the declined can be told later. */
const declinedNotTold = 'declined-not-told';
const toldStatuses: Record<ToldStatus | '' | typeof declinedNotTold, string> = {
  '': 'Any',
  told: 'Told',
  waiting: 'Letter waits',
  parked: 'Letter parked',
  'came-back': 'Came back',
  'not-told': 'Not told',
  [declinedNotTold]: 'Declined, not told',
};

interface ControlProps {
  search: ViewSearch;
  onChange: (changes: Record<string, string | undefined>, isTyping?: boolean) => void;
}

/** Both lists have these; the overview links to a wave, and the search finds an address. */
type ChosenElsewhere = 'text' | 'state' | 'date' | 'from' | 'to' | 'wave' | 'email';

/** The control of each other condition, which only applicants have, in this order. */
const controls: Record<Exclude<keyof Filter, ChosenElsewhere>, (props: ControlProps) => ReactNode> = {
  kind: ({ search, onChange }) => (
    <ChoiceField
      label="Kind"
      value={search.kind ?? ''}
      options={kinds}
      onChange={(kind) => onChange({ kind: kind || undefined })}
    />
  ),
  city: (props) => <TypedField label="City" type="text" name="city" {...props} />,
  source: (props) => <TypedField label="Source" type="text" name="source" {...props} />,
  told: ({ search: { state, told = '' }, onChange }) => (
    <ChoiceField
      label="Told"
      value={state === 'declined' && told === 'not-told' ? declinedNotTold : told}
      options={toldStatuses}
      onChange={(chosen) =>
        chosen === declinedNotTold
          ? onChange({ state: 'declined', told: 'not-told' })
          : onChange({ told: chosen || undefined })
      }
    />
  ),
  answer: ({ search, onChange }) => (
    <ChoiceField
      label="Answer"
      value={search.answer ?? ''}
      options={{ '': 'Any', ...answerNames }}
      onChange={(answer) => onChange({ answer: answer || undefined })}
    />
  ),
  toldBefore: (props) => <TypedField label="Told before" type="date" name="toldBefore" {...props} />,
};

/** Ranges up to today move with today. */
const ownDays = 'own';
const dates: Record<DateRange | '' | typeof ownDays, string> = {
  '': 'Any time',
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  year: 'This year',
  [ownDays]: 'Own dates…',
};

const sortsOfMessages = { newest: 'Newest first', oldest: 'Oldest first', name: 'Name' };
const sorts: Record<Sort, string> = { ...sortsOfMessages, city: 'City' };

interface FiltersProps {
  list: ListName;
  search: ViewSearch;
  total: number | undefined;
}

/** Everything that narrows a list. Each change is a new address; typing replaces the one before. */
export function Filters({ list, search, total }: FiltersProps) {
  const navigate = useNavigate();
  const { path } = lists[list];
  const change: ControlProps['onChange'] = (changes, isTyping = false) =>
    void navigate({ to: path, search: { ...search, ...changes } as ViewSearch, replace: isTyping });
  const [isOpen, setOpen] = useState(false);
  /** They are chosen, even while none is typed. */
  const [isOwnDays, setOwnDays] = useState(false);
  const { date, from, to } = search;
  const showsDays = date === undefined && (isOwnDays || from !== undefined || to !== undefined);
  const clear = () => {
    setOwnDays(false);
    void navigate({ to: path, search: {} });
  };
  const hasFilters = Object.keys(filterOf(search)).length > 0;

  return (
    <search className="row filters">
      <TypedField
        label="Search"
        type="search"
        name="text"
        search={search}
        placeholder={lists[list].searched}
        onChange={change}
      />
      <Button className="filters-open" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters
      </Button>
      <div className="filters-more" data-open={isOpen || undefined}>
        {list === 'applicants' &&
          Object.entries(controls).map(([name, Control]) => (
            <Control key={name} search={search} onChange={change} />
          ))}
        <ChoiceField
          label={lists[list].received}
          value={showsDays ? ownDays : (date ?? '')}
          options={dates}
          onChange={(chosen) => {
            setOwnDays(chosen === ownDays);
            const range = chosen === '' || chosen === ownDays ? undefined : chosen;
            change({ date: range, from: undefined, to: undefined });
          }}
        />
        {showsDays && (
          <>
            <TypedField label="From" type="date" name="from" search={search} onChange={change} />
            <TypedField label="To" type="date" name="to" search={search} onChange={change} />
          </>
        )}
        <ChoiceField
          label="Sort by"
          value={sortOf(search)}
          options={list === 'applicants' ? sorts : sortsOfMessages}
          onChange={(sort) => change({ sort: sort === 'newest' ? undefined : sort })}
        />
      </div>
      <div className="row filters-end">
        {search.wave !== undefined && (
          <Button look="plain" onClick={() => change({ wave: undefined })}>
            Not only this wave
          </Button>
        )}
        <Button look="plain" className="filters-clear" data-idle={!hasFilters || undefined} onClick={clear}>
          Clear filters
        </Button>
        {list === 'applicants' && (
          <ColumnsMenu shown={columnsOf(search)} onChange={(chosen) => change({ columns: chosen }, true)} />
        )}
        <ExportButton list={list} search={search} total={total} />
      </div>
    </search>
  );
}

interface ColumnsMenuProps {
  shown: readonly Column[];
  onChange: (columns: string | undefined) => void;
}

/** Which columns the list shows. They are part of the address. */
function ColumnsMenu({ shown, onChange }: ColumnsMenuProps) {
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
