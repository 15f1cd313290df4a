import type { ReactNode } from 'react';
import { maxNoteCharacters } from '#contract/review.ts';

interface NoteFieldProps {
  label: ReactNode;
  value: string;
  onChange: (note: string) => void;
}

/** For a note about one person or many. */
export function NoteField({ label, value, onChange }: NoteFieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <textarea
        rows={3}
        maxLength={maxNoteCharacters}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
