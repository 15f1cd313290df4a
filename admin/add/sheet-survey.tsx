import type { SheetReport } from '#contract/sheet.ts';
import { Time } from '../ui/time.tsx';

/** What importing a sheet would do: how many, the first as they will be stored, and what cannot be taken. */
export function SheetSurvey({ report }: { report: SheetReport }) {
  const { people, known, refused, first, problems } = report;
  return (
    <div className="stack">
      <p role="status">
        {people - known} new, {known} on the list already, {refused} that cannot be taken.
      </p>
      <ul className="add-first" aria-label="The first people, as they will be stored">
        {first.map(({ row, values, appliedAtMs, state }) => (
          <li key={row} className="line">
            {values.join(' · ')} · {appliedAtMs === null ? 'now' : <Time atMs={appliedAtMs} />} · {state}
          </li>
        ))}
      </ul>
      {problems.length > 0 && (
        <ul aria-label="Cells that cannot be taken">
          {problems.map(({ row, column, reason }) => (
            <li key={`${row} ${column} ${reason}`}>
              Row {row}
              {column !== null && `, column ${column}`}: {reason}
            </li>
          ))}
          {refused > problems.length && <li>and more</li>}
        </ul>
      )}
    </div>
  );
}
