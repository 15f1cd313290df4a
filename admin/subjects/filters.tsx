import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { filterSchema, type Sort, sorts } from '#contract/console-view.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { Button } from '../ui/button.tsx';
import { columnsOf, filterOf, sortOf, type ViewSearch } from '../view-search.ts';
import { kindNames } from './columns.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { ExportButton } from './export-button.tsx';
import './filters.css';
import { type ListName, lists } from './lists.ts';

const sortNames: Record<Sort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name',
  city: 'City',
};

/** What is typed goes into the address after this pause. */
const typingPauseMs = 250;

interface FiltersProps {
  list: ListName;
  search: ViewSearch;
  total: number | undefined;
}

/** Everything that narrows a list. Each change is a new address; typing replaces the one before. */
export function Filters({ list, search, total }: FiltersProps) {
  const navigate = useNavigate();
  const { path } = lists[list];
  const change = (changes: Record<string, string | undefined>, isTyping = false) =>
    navigate({ to: path, search: { ...search, ...changes } as ViewSearch, replace: isTyping });
  const [isOpen, setOpen] = useState(false);
  const hasFilters = Object.keys(filterOf(search)).length > 0;

  return (
    <search className="filters">
      <TypedField
        label="Search"
        type="search"
        value={search.text}
        isValid={(text) => filterSchema.shape.text.safeParse(text).success}
        placeholder="Name, email, handle, venue, message"
        onChange={(text) => change({ text }, true)}
      />
      <Button className="filters-open" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters
      </Button>
      <div className="filters-more" data-open={isOpen || undefined}>
        {list === 'applicants' && (
          <>
            <ChoiceField
              label="Kind"
              value={search.kind ?? ''}
              onChange={(kind) => change({ kind: kind || undefined })}
            >
              <option value="">Both</option>
              {waitlistKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {kindNames[kind]}s
                </option>
              ))}
            </ChoiceField>
            <TypedField
              label="City"
              type="text"
              value={search.city}
              isValid={(city) => filterSchema.shape.city.safeParse(city).success}
              onChange={(city) => change({ city }, true)}
            />
          </>
        )}
        <TypedField
          label="From"
          type="date"
          value={search.from}
          isValid={(day) => filterSchema.shape.from.safeParse(day).success}
          onChange={(from) => change({ from }, true)}
        />
        <TypedField
          label="To"
          type="date"
          value={search.to}
          isValid={(day) => filterSchema.shape.to.safeParse(day).success}
          onChange={(to) => change({ to }, true)}
        />
        <ChoiceField
          label="Sort by"
          value={sortOf(search)}
          onChange={(sort) => change({ sort: sort === 'newest' ? undefined : sort })}
        >
          {sorts
            .filter((sort) => list === 'applicants' || sort !== 'city')
            .map((sort) => (
              <option key={sort} value={sort}>
                {sortNames[sort]}
              </option>
            ))}
        </ChoiceField>
      </div>
      <div className="filters-end">
        <Button
          look="plain"
          className="filters-clear"
          data-idle={!hasFilters || undefined}
          onClick={() => navigate({ to: path, search: {} })}
        >
          Clear filters
        </Button>
        {list === 'applicants' && (
          <ColumnsMenu shown={columnsOf(search)} onChange={(columns) => change({ columns }, true)} />
        )}
        <ExportButton list={list} search={search} total={total} />
      </div>
    </search>
  );
}

interface ChoiceFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function ChoiceField({ label, value, onChange, children }: ChoiceFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </div>
  );
}

interface TypedFieldProps {
  label: string;
  type: 'search' | 'text' | 'date';
  value: string | undefined;
  placeholder?: string;
  isValid: (value: string) => boolean;
  onChange: (value: string | undefined) => void;
}

/** Holds what is typed until there is a pause; follows the address when that changes by itself. */
function TypedField({ label, type, value = '', placeholder, isValid, onChange }: TypedFieldProps) {
  const [typed, setTyped] = useState(value);
  const [isTyping, setTyping] = useState(false);
  const latest = useRef(onChange);
  latest.current = onChange;
  const id = useId();

  useEffect(() => {
    if (!isTyping) setTyped(value);
  }, [value, isTyping]);

  const isSendable = typed.trim() === '' || isValid(typed);
  useEffect(() => {
    if (!isTyping) return;
    const timer = setTimeout(() => {
      setTyping(false);
      if (isSendable) latest.current(typed.trim() || undefined);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, isTyping, isSendable]);

  return (
    <div className={`field field-${type}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        value={typed}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={!isSendable || undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setTyping(true);
        }}
      />
    </div>
  );
}
