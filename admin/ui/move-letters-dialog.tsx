import { useRef } from 'react';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import { countOf } from '#contract/texts.ts';
import { useChange } from '../api/change.ts';
import { formatTime } from '../api/format-time.ts';
import { notify } from '../api/notices.ts';
import { useSession } from '../api/session.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { LetterFields, useLetterFields } from './letter-fields.tsx';

interface MoveLettersDialogProps {
  whom: ConsoleRequest<'moveLetters'>['whom'];
  /** How many letters wait. */
  count: number;
  onMoved?: () => void;
  onClose: () => void;
}

/** Sets the letters that wait to another time, or to now. What is decided stays. */
export function MoveLettersDialog({ whom, count, onMoved, onClose }: MoveLettersDialogProps) {
  const { timeZone } = useSession();
  const choice = useLetterFields();
  const moved = useRef(0);
  const move = useChange('moveLetters', {
    onDone({ moved: more, left }, { letterAtMs }): void {
      moved.current += more;
      if (left > 0) next(letterAtMs);
      else end(letterAtMs);
    },
  });
  // A change of its own, which goes on where the last one ended.
  function next(letterAtMs: number | null): void {
    move.run({ whom, letterAtMs });
  }
  function end(letterAtMs: number | null): void {
    const when = letterAtMs === null ? 'now' : `on ${formatTime(letterAtMs, timeZone)}`;
    notify({ text: `${countOf(moved.current, ['letter goes', 'letters go'])} ${when}.` });
    onMoved?.();
    onClose();
  }
  const submit = async () => {
    const letter = await choice.read('invited');
    if (letter !== null) next(letter.atMs);
  };
  return (
    <Dialog title={`Another time: ${countOf(count, ['letter', 'letters'])}`} onClose={onClose}>
      <form
        className="stack form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <LetterFields to={['invited']} choice={choice} />
        <div className="row form-end">
          <Button type="submit" look="primary" isPending={move.isPending}>
            Set the time
          </Button>
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
