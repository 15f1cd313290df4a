import { outcomeAnchors } from '#contract/pages.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import { toasts } from '#contract/texts.ts';

interface OutcomeNotesProps {
  /** The kinds that the form can be. */
  kinds: readonly SubmissionKind[];
  /** True once the scripts have sent the form and show the outcome themselves. */
  hidden: boolean;
}

/**
 * The outcomes of a form that the browser posted by itself: the server's answer leads back to the page, with
 * the outcome's name in the address. Renders a `<div>` for each; the one that is the `:target` is shown.
 */
export function OutcomeNotes({ kinds, hidden }: OutcomeNotesProps) {
  const notSent = kinds.includes('contact') ? 'contactNotSent' : 'waitlistNotSent';
  const outcomes: (keyof typeof outcomeAnchors)[] = [...kinds.map((kind) => `${kind}Sent` as const), notSent];
  return outcomes.map((outcome) => (
    <div key={outcome} id={outcomeAnchors[outcome]} className="outcome" hidden={hidden}>
      <p className="outcome-title">{toasts[outcome].title}</p>
      <p>{toasts[outcome].description}</p>
    </div>
  ));
}
