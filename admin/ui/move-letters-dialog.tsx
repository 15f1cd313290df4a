import { useRef } from 'react';
import { formatTime } from '#contract/format-time.ts';
import { countOf } from '#contract/texts.ts';
import type { CallBody } from '../api/call.ts';
import { useChange } from '../api/change.ts';
import { notify } from '../api/notices.ts';
import { useSession } from '../api/session.ts';
import { FormDialog } from './form-dialog.tsx';
import { LetterFields, useLetterFields } from './letter-fields.tsx';

interface MoveLettersDialogProps {
  whom: CallBody<'moveLetters'>['whom'];
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
    onDone({ moved: more, left }, request): void {
      moved.current += more;
      // A change of its own, which goes on where the last one ended.
      if (left > 0) {
        move.run(request);
        return;
      }
      const { letterAtMs = null } = request;
      const when = letterAtMs === null ? 'now' : `on ${formatTime(letterAtMs, timeZone)}`;
      notify({ text: `${countOf(moved.current, ['letter goes', 'letters go'])} ${when}.` });
      onMoved?.();
      onClose();
    },
    showsFailure: true,
  });
  return (
    <FormDialog
      title={`Another time: ${countOf(count, 'letter')}`}
      verb="Set the time"
      isPending={move.isPending}
      failure={move.failure}
      // "At once" is chosen at first, and Enter must not send the letters unseen.
      startsAtCancel
      onSubmit={async () => {
        const letter = await choice.read('invited');
        if (letter !== null) move.run({ whom, letterAtMs: letter.atMs });
      }}
      onClose={onClose}
    >
      <LetterFields to={['invited']} choice={choice} />
    </FormDialog>
  );
}
