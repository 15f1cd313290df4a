import { countOf } from '#contract/texts.ts';
import { createValue } from './value.ts';

interface NoticeShown {
  /** What happened; then what to know about it, one line each. */
  text: string;
  details?: readonly string[];
  undo?: () => void;
  /** The label of its button where "Undo" alone does not say how much. */
  undoName?: string;
}

export const shownNotice = createValue<NoticeShown | null>(null);

/** Replaces the notice before. It stays until it is closed or replaced. */
export const notify = (notice: NoticeShown | null): void => shownNotice.set(notice);

/** After a change of many: `3 messages are due now.`, or that none of them could be changed any more. */
export const notifyMoved =
  (what: string, nouns: readonly [string, string]) =>
  ({ moved }: { moved: number }): void => {
    const verb = moved === 1 ? what : what.replace(/^is /, 'are ');
    notify({
      text:
        moved === 0
          ? `Nothing was changed: none of it waits here any more.`
          : `${countOf(moved, nouns)} ${verb}.`,
    });
  };
