import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Sort, sorts } from '#contract/console-view.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { Button } from '../ui/button.tsx';
import { columnsOf, filterOf, sortOf, type ViewSearch } from '../view-search.ts';
import { ChoiceField } from './choice-field.tsx';
import { kindNames } from './columns.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { DateFilter } from './date-filter.tsx';
import { ExportButton } from './export-button.tsx';
import './filters.css';
import { type ListName, lists } from './lists.ts';
import { ToldFilter } from './told-filter.tsx';
import { TypedField } from './typed-field.tsx';

const sortNames: Record<Sort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name',
  city: 'City',
};

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
  const [showsDays, setShowsDays] = useState(false);
  const clear = () => {
    setShowsDays(false);
    void navigate({ to: path, search: {} });
  };
  const hasFilters = Object.keys(filterOf(search)).length > 0;

  return (
    <search className="filters">
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
            <TypedField label="City" type="text" name="city" search={search} onChange={change} />
            <ToldFilter search={search} onChange={change} />
          </>
        )}
        <DateFilter
          label={lists[list].received}
          search={search}
          isOpen={showsDays}
          onOpen={setShowsDays}
          onChange={change}
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
        <Button look="plain" className="filters-clear" data-idle={!hasFilters || undefined} onClick={clear}>
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
