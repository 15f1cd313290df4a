import type { ReactNode } from 'react';
import type { Person } from '#contract/console-answers.ts';
import type { ReviewWay } from '#contract/review.ts';
import { StateMark } from '../ui/state-mark.tsx';
import { Time } from '../ui/time.tsx';
import { UndoWave } from './undo-wave.tsx';

interface HistoryEntry {
  id: string;
  atMs: number;
  content: ReactNode;
}

/** Decisions, notes and applications of a person in one order, the newest first. */
export function History({ person }: { person: Person }) {
  const decisions = person.decisions.map(
    ({ id, version, atMs, to, by, way, note, waveId }): HistoryEntry => ({
      id,
      atMs,
      content: (
        <>
          <StateMark state={to} /> by {by} <Way way={way} />
          {waveId !== null && version === person.version && <UndoWave waveId={waveId} />}
          {note !== null && <blockquote>{note}</blockquote>}
        </>
      ),
    }),
  );
  const notes = person.notes.map(
    ({ id, atMs, text, by, way }): HistoryEntry => ({
      id,
      atMs,
      content: (
        <>
          Note by {by} <Way way={way} />
          <blockquote>{text}</blockquote>
        </>
      ),
    }),
  );
  const applications = person.applications.map(
    ({ id, receivedAtMs, sequence }): HistoryEntry => ({
      id,
      atMs: receivedAtMs,
      content: person.kind === 'contact' ? `Wrote, no. ${sequence}` : `Applied, no. ${sequence}`,
    }),
  );
  const events = [...decisions, ...notes, ...applications].sort((a, b) => b.atMs - a.atMs);
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      <ol className="history">
        {events.map(({ id, atMs, content }) => (
          <li key={id}>
            <Time atMs={atMs} />
            <div>{content}</div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const wayNames: Record<ReviewWay, string> = { slack: 'in Slack', cli: 'by command', console: 'here' };

const Way = ({ way }: { way: ReviewWay }) => <span className="muted">{wayNames[way]}</span>;
