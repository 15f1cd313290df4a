import { useEffect, useRef } from 'react';
import type { SubmissionKind } from '#contract/submission.ts';
import { toasts } from '#contract/texts.ts';
import { fitHandle } from '#site/islands/live-card/live-card.ts';
import { scrollBehavior } from '#site/islands/reveal-form/reveal-form.ts';
import type { Receipt } from '#site/islands/submission/receipts.ts';
import { Button } from '#site/ui/button.tsx';

const again: Readonly<Record<SubmissionKind, string>> = {
  creator: 'Add another name',
  venue: 'Add another venue',
  contact: 'Write again',
};

/** Time in which the second of two presses on the submit button may come. This button is in the same place. */
const secondPressMs = 700;

interface SuccessProps {
  kind: SubmissionKind;
  receipt: Receipt | undefined;
  onAgain: () => void;
}

/**
 * What replaces the form after a success: a picture, and a button back to the form. The toast has the words; they are
 * shown here where there is no picture. Renders a `<div>`.
 */
export function Success({ kind, receipt, onAgain }: SuccessProps) {
  const place = useRef<HTMLDivElement>(null);
  const shownAtMs = useRef(0);
  const { title, description } = toasts[`${kind}Sent`];

  useEffect(() => {
    shownAtMs.current = performance.now();
    // Here, because the policy allows no style attribute in markup.
    const line = place.current?.querySelector<HTMLElement>('[data-card-handle]');
    if (line) fitHandle(line);
    place.current?.scrollIntoView({ behavior: scrollBehavior(), block: 'nearest' });
    // The focused element is hidden now, so the focus moves here; not if the person has gone elsewhere.
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.closest('form')?.contains(place.current)) {
      place.current?.querySelector('button')?.focus({ preventScroll: true });
    }
  }, []);

  return (
    <div ref={place} className="success">
      {receipt ? (
        <div
          role="img"
          aria-label={receipt.label}
          className="receipt"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the build's markup; what was typed went in as text
          dangerouslySetInnerHTML={{ __html: receipt.html }}
        />
      ) : (
        <div className="success-words">
          <p className="outcome-title">{title}</p>
          <p>{description}</p>
        </div>
      )}
      <Button
        variant="outline"
        onClick={() => performance.now() - shownAtMs.current > secondPressMs && onAgain()}
        // A held Enter presses again and again, which must not go back to the form.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
      >
        {again[kind]}
      </Button>
    </div>
  );
}
