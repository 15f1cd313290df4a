import { outcomeAnchors } from '#contract/pages.ts';
import { toasts } from '#contract/texts.ts';
import type { FormOutcome } from '#site/islands/submission/use-submission.ts';
import './outcome-notes.css';

interface OutcomeNotesProps {
  /** The outcomes that this form can have. */
  outcomes: readonly FormOutcome[];
  /** The one to show, null for none; undefined leaves it to the address: the `:target`, without scripts. */
  shown: FormOutcome | null | undefined;
  /** The text of the button while it waits: screen readers do not announce a changed label. */
  waiting: string | false;
}

/**
 * The outcome of a submission, beside its form, and for screen readers the text of the button while it is
 * being sent. The outcome is not a live region, because the toast announces the same words. Renders a
 * `<p role="status">` off the screen and a `<div>` for each outcome, all but the shown one hidden.
 */
export function OutcomeNotes({ outcomes, shown, waiting }: OutcomeNotesProps) {
  return (
    <>
      <p role="status" className="visually-hidden">
        {waiting}
      </p>
      {outcomes.map((outcome) => (
        <div
          key={outcome}
          id={outcomeAnchors[outcome]}
          className="outcome"
          data-tone={outcome.endsWith('NotSent') ? 'failure' : 'success'}
          data-shown={shown === undefined ? undefined : shown === outcome}
        >
          <p className="outcome-title">{toasts[outcome].title}</p>
          <p>{toasts[outcome].description}</p>
        </div>
      ))}
    </>
  );
}
