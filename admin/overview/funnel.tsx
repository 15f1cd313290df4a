import { answerNames, answerStatuses } from '#contract/invitation-answer.ts';
import { applicantStates, stateName } from '#contract/review.ts';
import { kindNames, type SubmissionKind, type WaitlistKind, waitlistKinds } from '#contract/submission.ts';
import { describeDuration } from '#contract/texts.ts';
import type { Overview } from '../api/queries.ts';
import { Part } from './part.tsx';

type Counts = readonly { kind: SubmissionKind; count: number }[];

/** How far applicants have come by the team's decisions, by kind. */
export function Funnel({ overview }: { overview: Overview }) {
  const { states: counted, reached, told, answers, medianToDecisionMs } = overview;
  const answered = answerStatuses.map((status) => ({
    name: `${answerNames[status]}, of the invited`,
    counts: answers.filter(({ answer }) => answer === status),
    of: answers,
  }));
  const rows = applicantStates.flatMap((state): { name: string; counts: Counts; of: Counts }[] => {
    if (state === 'new') return [{ name: 'Applied', counts: counted, of: counted }];
    const counts = reached.filter((each) => each.state === state);
    const row = { name: stateName(state), counts, of: counted };
    return state === 'invited'
      ? [row, { name: 'of them told', counts: told, of: counts }, ...answered]
      : [row];
  });
  return (
    <Part name="funnel" title="Funnel">
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
          {rows.map(({ name, counts, of }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {waitlistKinds.map((kind) => (
                <Share key={kind} count={countOf(counts, kind)} of={countOf(of, kind)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">
        Who was ever in a state by a decision made here. What was imported or undone is not counted. Answers
        are those of who is invited now.
      </p>
      <p>
        Median time to the first decision:{' '}
        <strong>{medianToDecisionMs === null ? 'none yet' : describeDuration(medianToDecisionMs)}</strong>
      </p>
    </Part>
  );
}

const countOf = (counts: Counts, kind: WaitlistKind): number =>
  counts.filter((each) => each.kind === kind).reduce((sum, { count }) => sum + count, 0);

function Share({ count, of }: { count: number; of: number }) {
  return (
    <>
      <td>{count.toLocaleString('en')}</td>
      <td className="muted">{of === 0 ? '' : `${Math.round((count / of) * 100)} %`}</td>
    </>
  );
}
