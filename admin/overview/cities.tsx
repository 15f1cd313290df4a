import { Link } from '@tanstack/react-router';
import type { CityShown } from '#contract/answers.ts';
import { sideStates, stateName, stateWord } from '#contract/review.ts';
import { kindNames, waitlistKinds } from '#contract/submission.ts';
import type { Overview } from '../api/queries.ts';
import { CountLink } from './count-link.tsx';
import { Part } from './part.tsx';

/** The cities with most applicants, each with its creators, its venues and their proportion. */
export function Cities({ overview: { cities, others, withoutCity } }: { overview: Overview }) {
  return (
    <Part name="cities" title="Cities" empty={cities.length + withoutCity === 0 && 'Nobody has applied yet'}>
      <table className="numbers cities">
        <thead>
          <tr>
            <td />
            {sideStates.map((state) => (
              <th key={state} scope="col">
                {stateName(state)}
              </th>
            ))}
          </tr>
        </thead>
        {cities.map((shown) => (
          <City key={shown.city} shown={shown} />
        ))}
      </table>
      {others > 0 && <p className="muted">Elsewhere: {others.toLocaleString('en')}</p>}
      {withoutCity > 0 && <p className="muted">Without a city: {withoutCity.toLocaleString('en')}</p>}
    </Part>
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
              <CountLink
                count={shown[kind][state]}
                search={{ city, kind, state }}
                of={`${stateWord(state)} ${kindNames[kind][1].toLowerCase()} in ${city}`}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function describeProportion({ creator, creatorsPerVenue }: CityShown): string {
  if (creatorsPerVenue !== null) return `${creatorsPerVenue.toLocaleString('en')} invited creators a venue`;
  return creator.invited === 0 ? '' : 'no venue invited';
}
