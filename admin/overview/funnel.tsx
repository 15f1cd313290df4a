import { Fragment } from 'react';
import type { Overview } from '#contract/console-calls.ts';
import { type ApplicantState, applicantStates, states } from '#contract/review.ts';
import { kindNames, type WaitlistKind, waitlistKinds } from '#contract/submission.ts';

/** null: whoever applied. */
const stages = [null, ...applicantStates.filter((state) => state !== 'new')];

/** How far applicants have come, by kind. */
export function Funnel({ overview }: { overview: Overview }) {
  const { states: counted, told, medianToDecisionMs } = overview;
  const toldOf = (kind: WaitlistKind) => told.find((each) => each.kind === kind)?.count ?? 0;
  const countOf = (kind: WaitlistKind, stage: ApplicantState | null) =>
    counted
      .filter((each) => each.kind === kind && (stage === null || stage === each.state))
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
                {kindNames[kind][1]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <Fragment key={stage ?? 'applied'}>
              <tr>
                <th scope="row">{stage === null ? 'Applied' : states[stage].name}</th>
                {waitlistKinds.map((kind) => (
                  <Share key={kind} count={countOf(kind, stage)} of={countOf(kind, null)} />
                ))}
              </tr>
              {stage === 'invited' && (
                <tr>
                  <th scope="row">of them told</th>
                  {waitlistKinds.map((kind) => (
                    <Share key={kind} count={toldOf(kind)} of={countOf(kind, stage)} />
                  ))}
                </tr>
              )}
            </Fragment>
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
