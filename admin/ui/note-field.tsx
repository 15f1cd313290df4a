import { maxNoteCharacters } from '#contract/review.ts';
import type { Draft } from '../api/draft.ts';

interface NoteFieldProps {
  label: string;
  /** Says in brackets what becomes of the note. */
  hint: string;
  draft: Draft;
}

export function NoteField({ label, hint, draft }: NoteFieldProps) {
  return (
    <label className="stack field">
      <span>
        {label} <span className="muted">({hint})</span>
      </span>
      <textarea
        rows={3}
        maxLength={maxNoteCharacters}
        value={draft.text}
        onChange={(event) => draft.set(event.target.value)}
      />
    </label>
  );
}
