import { Link } from '@tanstack/react-router';
import type { Overview } from '#contract/console-calls.ts';
import { Empty } from '../ui/empty.tsx';
import { NumberTable } from '../ui/number-table.tsx';

/** What led most applicants to the site, and how many of them are invited. */
export function Sources({ overview: { sources } }: { overview: Overview }) {
  return (
    <section className="stack" aria-labelledby="sources-title">
      <h2 id="sources-title">By source</h2>
      {sources.length === 0 ? (
        <Empty title="No source is known yet" />
      ) : (
        <NumberTable
          head={['Source', 'Applied', 'Invited']}
          rows={sources.map(({ source, applied, invited }) => [
            source,
            <Link
              key={source}
              to="/applicants"
              search={{ source }}
              aria-label={`${applied} led by ${source}`}
            >
              {applied.toLocaleString('en')}
            </Link>,
            invited,
          ])}
        />
      )}
    </section>
  );
}
