import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Person } from '#contract/console-answers.ts';
import type { ReviewState } from '#contract/review.ts';
import { call } from '../api/call.ts';
import { decisionVerbs } from '../api/decision-verbs.ts';
import { useDecisions } from '../api/decisions.tsx';
import { keys } from '../api/queries.ts';
import { notify } from '../layout/notices.ts';
import { Button } from '../ui/button.tsx';
import { NoteField } from '../ui/note-field.tsx';
import { useNoteDraft } from './use-note-draft.ts';

/** Decides, with a note or without; or keeps the note alone. */
export function DecidePanel({ person, name }: { person: Person; name: string }) {
  const { note, setNote } = useNoteDraft(person.id);
  const { decide } = useDecisions();
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: (text: string) => call('addNote', { noteId: crypto.randomUUID(), about: person.id, text }),
    onSuccess() {
      setNote('');
      notify({ text: 'The note is stored.' });
    },
    onError: (error) => notify({ text: `The note was not stored. ${error.message}` }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.person }),
  });
  const text = note.trim();

  const decideWithNote = (to: ReviewState) => {
    decide([{ ...person, name }], to, text || null);
    setNote('');
  };
  return (
    <section aria-labelledby="decide-title">
      <h2 id="decide-title">{person.kind === 'contact' ? 'Answer' : 'Decide'}</h2>
      <div className="decide-buttons">
        {/* Each in its place however it stands: a second press must not meet another decision. */}
        {decisionVerbs(person.kind).map(({ to, name: verb, shortcut }) => (
          <Button
            key={to}
            look={to === 'invited' || to === 'answered' ? 'primary' : 'outline'}
            isDone={to === person.state}
            onClick={() => decideWithNote(to)}
            {...(shortcut && { shortcut })}
          >
            {verb}
          </Button>
        ))}
      </div>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (text !== '') add.mutate(text);
        }}
      >
        <NoteField
          label={
            <>
              Note <span className="muted">(goes with the decision, or stands by itself)</span>
            </>
          }
          value={note}
          onChange={setNote}
        />
        <Button type="submit" disabled={text === ''} isPending={add.isPending}>
          Add note
        </Button>
      </form>
    </section>
  );
}
