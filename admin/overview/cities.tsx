import { Link } from '@tanstack/react-router';
import type { CityShown } from '#contract/answers.ts';
import type { Overview } from '#contract/console-calls.ts';
import { type SideState, sideStates, states } from '#contract/review.ts';
import { kindNames, type WaitlistKind, waitlistKinds } from '#contract/submission.ts';
import { Empty } from '../ui/empty.tsx';

/** The cities with most applicants, each with its creators, its venues and their proportion. */
export function Cities({ overview: { cities, others } }: { overview: Overview }) {
  return (
    <section className="stack overview-cities" aria-labelledby="cities-title">
      <h2 id="cities-title">Cities</h2>
      {cities.length === 0 ? (
        <Empty title="Nobody has applied yet" />
      ) : (
        <table className="numbers cities">
          <thead>
            <tr>
              <td />
              {sideStates.map((state) => (
                <th key={state} scope="col">
                  {states[state].name}
                </th>
              ))}
            </tr>
          </thead>
          {cities.map((shown) => (
            <City key={shown.city} shown={shown} />
          ))}
        </table>
      )}
      {others > 0 && <p className="muted">Elsewhere: {others.toLocaleString('en')}</p>}
    </section>
  );
}

/** A row for each side that has somebody in one of the states. */
function City({ shown }: { shown: CityShown }) {
  const { city, count } = shown;
  const sides = waitlistKinds.filter((kind) => sideStates.some((state) => shown[kind][state] > 0));
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={sideStates.length + 1}>
          <Link to="/applicants" search={{ city }}>
            {city}
          </Link>{' '}
          {count.toLocaleString('en')} <span className="muted">{describeProportion(shown)}</span>
        </th>
      </tr>
      {sides.map((kind) => (
        <tr key={kind}>
          <th scope="row">{kindNames[kind][1]}</th>
          {sideStates.map((state) => (
            <td key={state}>
              <SideCount city={city} kind={kind} state={state} count={shown[kind][state]} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

interface SideCountProps {
  city: string;
  kind: WaitlistKind;
  state: SideState;
  count: number;
}

/** Leads to them. */
function SideCount({ city, kind, state, count }: SideCountProps) {
  if (count === 0) return <span className="muted">0</span>;
  const number = count.toLocaleString('en');
  return (
    <Link
      to="/applicants"
      search={{ city, kind, state }}
      aria-label={`${number} ${state} ${kindNames[kind][1].toLowerCase()} in ${city}`}
    >
      {number}
    </Link>
  );
}

function describeProportion({ creator, creatorsPerVenue }: CityShown): string {
  if (creatorsPerVenue !== null) return `${creatorsPerVenue.toLocaleString('en')} invited creators a venue`;
  return creator.invited === 0 ? '' : 'no venue invited';
}
