import { createValue } from '../api/value.ts';

interface NoticeShown {
  /** What happened; then what to know about it, one line each. */
  text: string;
  details?: readonly string[];
  undo?: () => void;
  /** On its button, where "Undo" alone does not say how much. */
  undoName?: string;
}

export const shownNotice = createValue<NoticeShown | null>(null);

/** Replaces the one before. It stays until it is closed, or until there is another. */
export const notify = (notice: NoticeShown | null): void => shownNotice.set(notice);
