import { useState } from 'react';
import { type Actor, describeLetterOnly } from '#contract/answers.ts';
import { invitationAnswers } from '#contract/invitation-answer.ts';
import { reviewWays } from '#contract/review.ts';
import { startSentence } from '#contract/texts.ts';
import { useDecisions } from '../api/decisions.tsx';
import type { Person } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { StateMark } from '../ui/state-mark.tsx';
import { Time } from '../ui/time.tsx';

/** Decisions, notes, applications and answers of a person in one order, the newest first. */
export function History({ person }: { person: Person }) {
  const decisions = person.decisions.map((decision) => {
    const { id, version, decidedAtMs, to, actor, note, wave } = decision;
    const only = describeLetterOnly(decision, person);
    return {
      id,
      atMs: decidedAtMs,
      content: (
        <>
          {only === null ? <StateMark state={to} /> : startSentence(only)} by <By actor={actor} />
          {wave !== null && version === person.version && <UndoWave waveId={wave} />}
          {note !== null && <blockquote>{note}</blockquote>}
        </>
      ),
    };
  });
  const notes = person.notes.map(({ id, notedAtMs, text, actor }) => ({
    id,
    atMs: notedAtMs,
    content: (
      <>
        Note by <By actor={actor} />
        <blockquote>{text}</blockquote>
      </>
    ),
  }));
  const applications = person.applications.map(({ id, receivedAtMs, sequence }) => ({
    id,
    atMs: receivedAtMs,
    content: person.kind === 'contact' ? `Wrote, no. ${sequence}` : `Applied, no. ${sequence}`,
  }));
  const answers = person.answers.map(({ answer, sentence, answeredAtMs }) => ({
    id: `answer ${answeredAtMs}`,
    atMs: answeredAtMs,
    content: (
      <>
        Answered: {invitationAnswers[answer].words}
        {sentence !== null && <blockquote>{sentence}</blockquote>}
      </>
    ),
  }));
  // Of the same moment the later one stands above.
  const events = [...applications, ...notes, ...decisions, ...answers]
    .sort((a, b) => a.atMs - b.atMs)
    .reverse();
  return (
    <section className="stack" aria-labelledby="history-title">
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

const By = ({ actor: { name, way } }: { actor: Actor }) => (
  <>
    {name} <span className="muted">{reviewWays[way]}</span>
  </>
);

/** Takes back everything that was decided together with this decision. */
function UndoWave({ waveId }: { waveId: string }) {
  const { waves } = useDecisions();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="plain" onClick={() => setAsking(true)}>
        Undo the wave…
      </Button>
      {isAsking && (
        <FormDialog
          title="Undo the wave"
          verb="Undo the wave"
          onSubmit={() => {
            setAsking(false);
            waves.undo(waveId);
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            Everyone who was decided about in this wave goes back to where they were, and their letters do not
            go. Whoever was decided about since is left alone. It is possible while nobody was told; reminders
            are taken back as long as they were not sent.
          </p>
        </FormDialog>
      )}
    </>
  );
}
