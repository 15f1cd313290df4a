import { useQuery } from '@tanstack/react-query';
import { type WaveCount, waveCounts, waveName } from '#contract/wave-counts.ts';
import { wavesQuery } from '../api/queries.ts';
import { NotLoaded } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';
import { CountLink } from './count-link.tsx';
import { Part } from './part.tsx';

const names = Object.keys(waveCounts) as WaveCount[];

/** What became of the last waves. */
export function Waves() {
  const waves = useQuery(wavesQuery);
  if (!waves.data) return <NotLoaded query={waves} failed="The waves could not be loaded" />;
  return (
    <Part name="waves" title="Last waves" empty={waves.data.length === 0 && 'There are no waves yet'}>
      <table className="numbers">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {waveCounts[name].title}
              </th>
            ))}
          </tr>
        </thead>
        {waves.data.map(({ id, to, by, atMs, counts }) => (
          <tbody key={id}>
            <tr>
              <th scope="rowgroup" colSpan={names.length}>
                {waveName({ to })}, <Time atMs={atMs} />, {by}
              </th>
            </tr>
            <tr>
              {names.map((name) => (
                <td key={name}>
                  <CountLink
                    count={counts[name]}
                    search={{ wave: id, ...waveCounts[name].filter }}
                    of={`of this wave: ${waveCounts[name].title}`}
                  />
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
      <p className="muted">
        As they stand now: whoever has joined is no longer counted as told, or by their answer.
      </p>
    </Part>
  );
}
