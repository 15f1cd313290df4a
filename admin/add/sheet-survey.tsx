import { stateWord } from '#contract/review.ts';
import { describeErased, describeProblem, type RowProblem, type SheetReport } from '#contract/sheet.ts';
import { Time } from '../ui/time.tsx';

/** What importing a sheet would do: how many, the first as they will be stored, and what cannot be read or taken. */
export function SheetSurvey({ report }: { report: SheetReport }) {
  const { people, known, erased, undated, partial, refused, first, warnings, problems } = report;
  return (
    <div className="stack">
      <p role="status">
        {people - known} new, {known} on the list already, {refused} that cannot be taken.
        {erased > 0 && ` ${describeErased(erased)}`}
        {undated > 0 && ` Of ${undated} it is not known when they applied: they get the day of the import.`}
        {partial > 0 && ` Partial responses that are left out: ${partial}.`}
      </p>
      <ul className="add-first" aria-label="The first people, as they will be stored">
        {first.map(({ row, values, appliedAtMs, state }) => (
          // The day comes first, because a phone cuts the line, and whether the day was read rightly is to be seen.
          <li key={row} className="line">
            {appliedAtMs === null ? 'day of the import' : <Time atMs={appliedAtMs} />} · {stateWord(state)} ·{' '}
            {values.join(' · ')}
          </li>
        ))}
      </ul>
      <Problems label="Dates that cannot be read" problems={warnings} hasMore={false} />
      <Problems label="Cells that cannot be taken" problems={problems} hasMore={refused > problems.length} />
    </div>
  );
}

interface ProblemsProps {
  label: string;
  problems: readonly RowProblem[];
  hasMore: boolean;
}

const Problems = ({ label, problems, hasMore }: ProblemsProps) =>
  problems.length > 0 && (
    <ul aria-label={label}>
      {problems.map((problem) => (
        <li key={describeProblem(problem)}>{describeProblem(problem)}</li>
      ))}
      {hasMore && <li>and more</li>}
    </ul>
  );
