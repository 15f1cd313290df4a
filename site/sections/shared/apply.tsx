import type { ComponentProps, ReactNode } from 'react';
import { anchors } from '#contract/pages.ts';
import { Island } from '#site/islands/island.tsx';
import { WaitlistForm } from '#site/islands/waitlist-form/waitlist-form.tsx';
import { CollectionNotice } from '#site/sections/shared/collection-notice.tsx';
import { InvitationNote } from '#site/sections/shared/invitation-note.tsx';

interface ApplyProps {
  heading: ReactNode;
  /** What happens next, in order. */
  lede: ReactNode;
  /** What is shown beside the form. */
  aside: ReactNode;
  form: ComponentProps<typeof WaitlistForm>;
  /**
   * The page ends with it: its heading, its form, the note and the footer fit one window, where scrolling to
   * the bottom ends.
   */
  isLast?: boolean;
}

/**
 * A waitlist form with its heading, the invitation note and the collection notice. Renders the `<section>` that
 * links to the form lead to. Its page places a `SheetLink` to `apply.css` before it.
 */
export function Apply({ heading, lede, aside, form, isLast = false }: ApplyProps) {
  return (
    <section
      id={anchors.waitlistForm}
      className={`apply grid-page ${isLast ? 'apply-last' : ''}`}
      aria-labelledby="apply-heading"
      tabIndex={-1}
    >
      <div className="apply-head">
        <div className="apply-words">
          <h2 id="apply-heading" className="display">
            {heading}
          </h2>
          <p className="lede apply-lede">{lede}</p>
        </div>
        {aside}
      </div>
      <div className="apply-form">
        <Island name="WaitlistForm" of={WaitlistForm} props={form} />
        <InvitationNote className="apply-note" />
        <CollectionNotice purpose="to decide on your place and write to you" />
      </div>
    </section>
  );
}
