import { useRef } from 'react';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import { countOf } from '#contract/texts.ts';
import { useChange } from '../api/change.ts';
import { formatTime } from '../api/format-time.ts';
import { notify } from '../api/notices.ts';
import { useSession } from '../api/session.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TellFields, useTell } from './tell-fields.tsx';

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
  const tell = useTell();
  const moved = useRef(0);
  const move = useChange('moveLetters', {
    onDone({ moved: more, left }, { tellAtMs }): void {
      moved.current += more;
      if (left > 0) next(tellAtMs);
      else end(tellAtMs);
    },
  });
  // A change of its own, which goes on where the last one ended.
  function next(tellAtMs: number | null): void {
    move.run({ whom, tellAtMs });
  }
  function end(tellAtMs: number | null): void {
    const when = tellAtMs === null ? 'now' : `on ${formatTime(tellAtMs, timeZone)}`;
    notify({ text: `${countOf(moved.current, ['letter goes', 'letters go'])} ${when}.` });
    onMoved?.();
    onClose();
  }
  const submit = async () => {
    const told = await tell.read('invited');
    if (told !== null) next(told.atMs);
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
        <TellFields to={['invited']} choice={tell} />
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
