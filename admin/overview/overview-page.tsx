import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Overview } from '#contract/console-calls.ts';
import { overviewQuery } from '../api/queries.ts';
import { usePageTitle } from '../layout/use-page-title.ts';
import { Empty } from '../ui/empty.tsx';
import { NumberTable } from '../ui/number-table.tsx';
import { NotLoaded } from '../ui/problem.tsx';
import { Channels } from './channels.tsx';
import { Cities } from './cities.tsx';
import { DaysChart } from './days-chart.tsx';
import { Funnel } from './funnel.tsx';
import './overview-page.css';
import { Sources } from './sources.tsx';

const ranges = [
  { name: '12 weeks', range: undefined, weeks: 12 },
  { name: 'A year', range: 'year', weeks: 52 },
  { name: 'All', range: 'all', weeks: null },
] as const;

interface OverviewSearch {
  range?: 'year' | 'all';
}

export const readOverviewSearch = ({ range }: Record<string, unknown>): OverviewSearch =>
  range === 'year' || range === 'all' ? { range } : {};

/** The overview: who applies, what was decided, and what waits to be sent. */
export function OverviewPage({ search }: { search: OverviewSearch }) {
  const heading = usePageTitle('Overview');
  const weeks = ranges.find(({ range }) => range === search.range)?.weeks;
  const overview = useQuery(overviewQuery(weeks === undefined ? 12 : weeks));
  return (
    <>
      <div className="row page-head">
        <h1 {...heading}>Overview</h1>
        <nav className="row states" aria-label="Range">
          {ranges.map(({ name, range }) => (
            <Link key={name} to="/overview" search={range ? { range } : {}} activeOptions={{ exact: true }}>
              {name}
            </Link>
          ))}
        </nav>
      </div>
      <NotLoaded query={overview} failed="The overview could not be loaded" />
      {overview.data && (
        <div className="overview" aria-busy={overview.isPlaceholderData}>
          <section className="stack overview-days" aria-labelledby="days-title">
            <h2 id="days-title">Applications</h2>
            {overview.data.days.some(({ creator, venue }) => creator + venue > 0) ? (
              <DaysChart days={overview.data.days} />
            ) : (
              <Empty title="No applications in this time" />
            )}
          </section>
          <Funnel overview={overview.data} />
          <Reviewers overview={overview.data} />
          <Sources overview={overview.data} />
          <Cities overview={overview.data} />
          <Channels overview={overview.data} />
        </div>
      )}
    </>
  );
}

/** Who decided, and how often. */
function Reviewers({ overview: { reviewers } }: { overview: Overview }) {
  return (
    <section className="stack" aria-labelledby="reviewers-title">
      <h2 id="reviewers-title">By reviewer</h2>
      {reviewers.length === 0 ? (
        <Empty title="Nothing was decided in this time" />
      ) : (
        <NumberTable
          head={['Name', 'Decisions', 'Invited', 'Declined']}
          rows={reviewers.map(({ name, decisions, invited, declined }) => [
            name,
            decisions,
            invited,
            declined,
          ])}
        />
      )}
    </section>
  );
}
