import { Link } from '@tanstack/react-router';
import type { Overview } from '#contract/console-answers.ts';
import { Empty } from '../ui/empty.tsx';

/** Where applicants are, most first. The table is the chart: each row's bar is as long as its number. */
export function Cities({ overview: { cities, others } }: { overview: Overview }) {
  const most = Math.max(1, ...cities.map(({ count }) => count));
  return (
    <section aria-labelledby="cities-title">
      <h2 id="cities-title">Cities</h2>
      {cities.length === 0 && <Empty title="Nobody has applied yet" />}
      {cities.length > 0 && (
        <table className="numbers cities">
          <thead className="visually-hidden">
            <tr>
              <th scope="col">City</th>
              <th scope="col">Applicants</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {cities.map(({ city, count }) => (
              <tr key={city}>
                <th scope="row">
                  <Link to="/applicants" search={{ city }}>
                    {city}
                  </Link>
                </th>
                <td>{count.toLocaleString('en')}</td>
                <td className="cities-bar">
                  <svg aria-hidden="true" width="100%" height="10">
                    <rect width={`${(count / most) * 100}%`} height="10" />
                  </svg>
                </td>
              </tr>
            ))}
            {others > 0 && (
              <tr>
                <th scope="row" className="muted">
                  Elsewhere
                </th>
                <td>{others.toLocaleString('en')}</td>
                <td />
              </tr>
            )}
          </tbody>
        </table>
      )}
    </section>
  );
}
