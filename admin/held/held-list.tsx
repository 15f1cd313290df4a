import { Link } from '@tanstack/react-router';
import type { SubmissionRecord } from '#contract/answers.ts';
import { fieldValue } from '#contract/fields.ts';
import { explainQuarantine } from '#contract/quarantine.ts';
import { type Explanation, explainStoredReason } from '#contract/send-failures.ts';
import { kindNames } from '#contract/submission.ts';
import { startSentence } from '#contract/texts.ts';
import { Email } from '../ui/email.tsx';
import { FoundText } from '../ui/found-text.tsx';
import { Time } from '../ui/time.tsx';
import type { RowSelection } from '../ui/use-selection.ts';

/** Each submission with who sent it, what it says and why it was not sent. Above them: what to do, for each reason. */
export function HeldList({
  rows,
  selection,
}: {
  rows: readonly SubmissionRecord[];
  selection: RowSelection;
}) {
  return (
    <>
      <label className="check held-all muted">
        <input type="checkbox" checked={selection.ids.size === rows.length} onChange={selection.toggleAll} />
        Select all shown
      </label>
      {[...Map.groupBy(rows.map(explainHeld), ({ advice }) => advice)].map(([advice, [first]], _, all) => (
        <p key={advice} className="held-advice muted">
          {all.length > 1 && first?.what} {advice}
        </p>
      ))}
      <ul className="held">
        {rows.map((row) => (
          <li key={row.id} data-selected={selection.ids.has(row.id) || undefined}>
            <input
              type="checkbox"
              aria-label={`Select no. ${row.sequence}, ${row.fields.name}`}
              {...selection.boxOf(row.id)}
            />
            <div>
              <p className="row held-who">
                <Link
                  to={row.kind === 'contact' ? '/messages/$id' : '/applicants/$id'}
                  params={{ id: row.id }}
                >
                  {row.fields.name}
                </Link>
                <span className="muted">
                  No. {row.sequence}, {kindNames[row.kind][0]}, <Email address={row.fields.email} />,{' '}
                  <Time atMs={row.receivedAtMs} />
                </span>
              </p>
              <p className="line">
                <FoundText text={fieldValue(row, 'bio') || fieldValue(row, 'message')} searched={[]} />
              </p>
            </div>
            <p className="held-why">{explainHeld(row).what}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function explainHeld({ delivery, quarantineReason }: SubmissionRecord): Explanation {
  if (delivery.state !== 'quarantined') return explainStoredReason(delivery.lastReason ?? '');
  const words = explainQuarantine(quarantineReason ?? '');
  return {
    what: `${startSentence(words)}.`,
    advice: 'Read it. Release it if a person wrote it: its message is sent then. Otherwise discard it.',
  };
}
