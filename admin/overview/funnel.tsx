import type { Overview } from '#contract/console-calls.ts';
import { type WaitlistKind, waitlistKinds } from '#contract/submission.ts';

const stages = ['applied', 'shortlisted', 'invited', 'declined'] as const;
const stageNames = {
  applied: 'Applied',
  shortlisted: 'Shortlisted',
  invited: 'Invited',
  declined: 'Declined',
} as const;
export const kindNames = { creator: 'Creators', venue: 'Venues' } as const;

/** How far applicants have come, by kind. */
export function Funnel({ overview: { states, medianToDecisionMs } }: { overview: Overview }) {
  const countOf = (kind: WaitlistKind, stage: (typeof stages)[number]) =>
    states
      .filter((each) => each.kind === kind && (stage === 'applied' || stage === each.state))
      .reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="stack" aria-labelledby="funnel-title">
      <h2 id="funnel-title">Funnel</h2>
      <table className="numbers">
        <thead>
          <tr>
            <td />
            {waitlistKinds.map((kind) => (
              <th key={kind} scope="col" colSpan={2}>
                {kindNames[kind]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <tr key={stage}>
              <th scope="row">{stageNames[stage]}</th>
              {waitlistKinds.map((kind) => (
                <Share key={kind} count={countOf(kind, stage)} of={countOf(kind, 'applied')} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Median time to the first decision:{' '}
        <strong>{medianToDecisionMs === null ? 'none yet' : describeDuration(medianToDecisionMs)}</strong>
      </p>
    </section>
  );
}

function Share({ count, of }: { count: number; of: number }) {
  return (
    <>
      <td>{count.toLocaleString('en')}</td>
      <td className="muted">{of === 0 ? '' : `${Math.round((count / of) * 100)} %`}</td>
    </>
  );
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export function describeDuration(ms: number): string {
  if (ms < minuteMs) return 'less than a minute';
  if (ms < hourMs) return unit(ms / minuteMs, 'minute');
  if (ms < 2 * dayMs) return unit(ms / hourMs, 'hour');
  return unit(ms / dayMs, 'day');
}

const unit = (count: number, name: string) => {
  const rounded = Math.round(count);
  return `${rounded.toLocaleString('en')} ${name}${rounded === 1 ? '' : 's'}`;
};
