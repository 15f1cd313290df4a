import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Overview } from '../api/queries.ts';
import { overviewQuery } from '../api/queries.ts';
import { usePageTitle } from '../layout/use-page-title.ts';
import { NumberTable } from '../ui/number-table.tsx';
import { NotLoaded } from '../ui/problem.tsx';
import { Channels } from './channels.tsx';
import { Cities } from './cities.tsx';
import { CountLink } from './count-link.tsx';
import { DaysChart } from './days-chart.tsx';
import { Funnel } from './funnel.tsx';
import './overview-page.css';
import { Part } from './part.tsx';
import { Waves } from './waves.tsx';

interface OverviewSearch {
  range?: 'year' | 'all';
}

const ranges: readonly { name: string; search: OverviewSearch; weeks: 12 | 52 | null }[] = [
  { name: '12 weeks', search: {}, weeks: 12 },
  { name: 'A year', search: { range: 'year' }, weeks: 52 },
  { name: 'All', search: { range: 'all' }, weeks: null },
];

export const readOverviewSearch = ({ range }: Record<string, unknown>): OverviewSearch =>
  range === 'year' || range === 'all' ? { range } : {};

/** The overview: who applies, what was decided, and what waits to be sent. */
export function OverviewPage({ search }: { search: OverviewSearch }) {
  const heading = usePageTitle('Overview');
  const weeks = ranges.find((each) => each.search.range === search.range)?.weeks ?? null;
  const overview = useQuery(overviewQuery(weeks));
  return (
    <>
      <div className="row page-head">
        <h1 {...heading}>Overview</h1>
        <nav className="row states" aria-label="Range">
          {ranges.map(({ name, search: shown }) => (
            <Link key={name} to="/overview" search={shown} activeOptions={{ exact: true }}>
              {name}
            </Link>
          ))}
        </nav>
      </div>
      <NotLoaded query={overview} failed="The overview could not be loaded" />
      {overview.data && (
        <div className="overview" aria-busy={overview.isPlaceholderData}>
          <DaysChart days={overview.data.days} />
          <Funnel overview={overview.data} />
          <Reviewers overview={overview.data} />
          <Sources overview={overview.data} />
          <Cities overview={overview.data} />
          <Waves />
          <Channels overview={overview.data} />
        </div>
      )}
    </>
  );
}

/** Who decided, and how often. */
const Reviewers = ({ overview: { reviewers } }: { overview: Overview }) => (
  <Part
    name="reviewers"
    title="By reviewer"
    empty={reviewers.length === 0 && 'Nothing was decided in this time'}
  >
    <NumberTable
      head={['Name', 'Decisions', 'Invited', 'Declined']}
      rows={reviewers.map(({ name, decisions, invited, declined }) => [name, decisions, invited, declined])}
    />
  </Part>
);

/** What led most applicants to the site, and how many of them are invited. */
const Sources = ({ overview: { sources } }: { overview: Overview }) => (
  <Part name="sources" title="By source" empty={sources.length === 0 && 'No source is known yet'}>
    <NumberTable
      head={['Source', 'Applied', 'Invited']}
      rows={sources.map(({ source, applied, invited }) => [
        source,
        <CountLink key={source} count={applied} search={{ source }} of={`led by ${source}`} />,
        invited,
      ])}
    />
  </Part>
);
