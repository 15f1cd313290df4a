import type { ReactNode } from 'react';
import type { Actor } from '#contract/answers.ts';
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
    ({ id, version, decidedAtMs, to, actor, note, wave }): HistoryEntry => ({
      id,
      atMs: decidedAtMs,
      content: (
        <>
          <StateMark state={to} /> by <By actor={actor} />
          {wave !== null && version === person.version && <UndoWave waveId={wave} />}
          {note !== null && <blockquote>{note}</blockquote>}
        </>
      ),
    }),
  );
  const notes = person.notes.map(
    ({ id, notedAtMs, text, actor }): HistoryEntry => ({
      id,
      atMs: notedAtMs,
      content: (
        <>
          Note by <By actor={actor} />
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
  // Of the same moment the later one stands above.
  const events = [...applications, ...notes, ...decisions].sort((a, b) => a.atMs - b.atMs).reverse();
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

const By = ({ actor: { name, way } }: { actor: Actor }) => (
  <>
    {name} <span className="muted">{wayNames[way]}</span>
  </>
);
