import { Link } from '@tanstack/react-router';
import type { ApplicantCounts } from '#contract/answers.ts';
import { reviewStatesOf, states } from '#contract/review.ts';
import { type ListName, lists } from '../lists.ts';
import type { ViewSearch } from '../view-search.ts';

/** A tab for each state, with how many people in it match the other filters. */
export function StateTabs({
  list,
  search,
  totals,
}: {
  list: ListName;
  search: ViewSearch;
  totals: Pick<ApplicantCounts, 'states'> | undefined;
}) {
  const { path, kinds } = lists[list];
  return (
    <nav className="row states" aria-label="Review state">
      {[undefined, ...reviewStatesOf(kinds[0])].map((state) => {
        const count = state === undefined ? undefined : totals?.states[state];
        return (
          <Link
            key={state ?? 'all'}
            to={path}
            search={{ ...withoutState(search), ...(state && { state }) }}
            activeOptions={{ exact: true }}
          >
            {state === undefined ? 'All' : states[state].name}
            {count !== undefined && <span className="states-count"> {count.toLocaleString('en')}</span>}
          </Link>
        );
      })}
    </nav>
  );
}

const withoutState = ({ state: _state, ...search }: ViewSearch): ViewSearch => search;
