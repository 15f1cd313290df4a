import { useEffect, useRef } from 'react';
import { isChangedBy, type ReviewState, reminding } from '#contract/review.ts';
import { useChange } from '../api/change.ts';
import { useDecisions } from '../api/decisions.tsx';
import { useDraft } from '../api/draft.ts';
import { isDeclinedNotTold } from '../api/letter-choice.ts';
import { notify } from '../api/notices.ts';
import type { Person } from '../api/queries.ts';
import { useKeys } from '../keys/use-keys.ts';
import { lists } from '../lists.ts';
import { Button } from '../ui/button.tsx';
import { LetterFields, useLetterFields } from '../ui/letter-fields.tsx';
import { LetterPreview } from '../ui/letter-preview.tsx';
import { NoteField } from '../ui/note-field.tsx';
import type { Neighbours } from './neighbours.tsx';

/** Where the list's rows are cards. There are no keys, and the links to the next person are far from the buttons. */
const phone = '(width <= 44rem)';
/** Until then a second tap hits the same button, which does nothing any more, and not one of the next person. */
const secondTapMs = 600;

interface DecidePanelProps {
  person: Person;
  name: string;
  neighbours: Neighbours;
}

const looks = {
  new: 'outline',
  shortlisted: 'outline',
  invited: 'primary',
  joined: 'outline',
  declined: 'outline',
  answered: 'primary',
} as const satisfies Record<ReviewState, string>;

/** Buttons for a decision, with a note or without, and for a note alone. */
export function DecidePanel({ person, name, neighbours }: DecidePanelProps) {
  const draft = useDraft(person.id);
  const { decide, undo, waves } = useDecisions();
  const { id, version, noReminder } = person;
  const choice = useLetterFields();
  const { decisions } = lists[person.kind === 'contact' ? 'messages' : 'applicants'];
  const { note } = draft;
  const add = useChange('addNote', {
    onDone(_note, stored) {
      draft.onStored(stored.text);
      notify({ text: 'The note is stored.' });
    },
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const decideWithNote = async (to: ReviewState) => {
    if (neighbours.isLeft()) return notify({ text: 'The next one is still loading. Nothing was decided.' });
    const letter = await choice.read(to);
    if (letter === null) return;
    decide({ ...person, fields: { name } }, to, { note, letter });
    clearTimeout(timer.current);
    if (matchMedia(phone).matches) timer.current = setTimeout(neighbours.goOn, secondTapMs);
  };
  const remind = async () => {
    const letter = await choice.read('invited');
    if (letter === null) return;
    const whom = { people: [{ about: id, seenVersion: version }] };
    waves.start({ to: 'invited', reminds: true, title: reminding.verb, whom, total: 1, name, note, letter });
  };
  useKeys({
    ...Object.fromEntries(decisions.map(({ shortcut, to }) => [shortcut, () => decideWithNote(to)])),
    u: undo,
  });
  return (
    <section className="stack" aria-labelledby="decide-title">
      <h2 id="decide-title">{person.kind === 'contact' ? 'Answer' : 'Decide'}</h2>
      <div className="decide-buttons">
        {/* Every button keeps its place in every state, so that a second press cannot hit another decision. */}
        {decisions.map(({ to, verb, shortcut }) => (
          <Button
            key={to}
            look={looks[to]}
            isDone={!isChangedBy(to, person) && !(choice.withLetter && isDeclinedNotTold(person))}
            onClick={() => decideWithNote(to)}
            shortcut={shortcut}
          >
            {verb}
          </Button>
        ))}
        {person.kind !== 'contact' && (
          <Button isDone={noReminder !== null} onClick={remind}>
            {reminding.verb}
          </Button>
        )}
      </div>
      <LetterFields to={decisions.map(({ to }) => to)} choice={choice} />
      {person.kind !== 'contact' && (
        <LetterPreview
          about={person.id}
          letter={choice.withLetter ? 'declined' : noReminder === null ? 'reminder' : 'invited'}
        />
      )}
      <form
        className="stack form"
        onSubmit={(event) => {
          event.preventDefault();
          if (note) add.run({ about: person.id, text: note.text });
        }}
      >
        <NoteField label="Note" hint="goes with the decision, or stands by itself" draft={draft} />
        <Button type="submit" disabled={note === null} isPending={add.isPending}>
          Add note
        </Button>
      </form>
    </section>
  );
}
