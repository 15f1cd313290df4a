import { Link } from '@tanstack/react-router';
import type { HeldRow } from '#contract/console-answers.ts';
import { kindNames } from '../subjects/columns.tsx';
import type { RowSelection } from '../subjects/use-selection.ts';
import { Email } from '../ui/email.tsx';
import { Time } from '../ui/time.tsx';

/** Each with who sent it, what it says and why it is held. */
export function HeldList({ rows, selection }: { rows: readonly HeldRow[]; selection: RowSelection }) {
  return (
    <>
      <label className="check held-all">
        <input type="checkbox" checked={selection.ids.size === rows.length} onChange={selection.toggleAll} />
        Select all shown
      </label>
      <ul className="held">
        {rows.map((row) => (
          <li key={row.id} data-selected={selection.ids.has(row.id) || undefined}>
            <input
              type="checkbox"
              aria-label={`Select no. ${row.sequence}, ${row.name}`}
              checked={selection.ids.has(row.id)}
              onChange={(event) =>
                selection.toggle(row.id, (event.nativeEvent as MouseEvent).shiftKey === true)
              }
            />
            <div>
              <p className="held-who">
                <Link
                  to={row.kind === 'contact' ? '/messages/$id' : '/applicants/$id'}
                  params={{ id: row.id }}
                >
                  {row.name}
                </Link>
                <span className="muted">
                  No. {row.sequence}, {kindNames[row.kind]}, <Email address={row.email} />,{' '}
                  <Time atMs={row.receivedAtMs} />
                </span>
              </p>
              <p className="held-excerpt">{row.excerpt}</p>
            </div>
            <div className="held-why">
              <p>{row.failure.what}</p>
              <p className="muted">{row.failure.advice}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
