import type { ReactNode } from 'react';
import { anchors } from '#contract/pages.ts';
import { CollectionNotice } from '#site/sections/shared/collection-notice.tsx';
import { InvitationNote } from '#site/sections/shared/invitation-note.tsx';

interface ApplyProps {
  heading: ReactNode;
  /** What happens next, in order. */
  lede: ReactNode;
  /** What is shown beside the form. */
  aside?: ReactNode;
  /** On a tablet it is beside the heading, above the form. */
  isAsideSmall?: boolean;
  /**
   * The page ends with it: its heading, its form, the note and the footer fit one window, where scrolling to
   * the bottom ends.
   */
  isLast?: boolean;
  /** The form. */
  children?: ReactNode;
}

/**
 * A waitlist form with its heading, the invitation note and the collection notice. Renders the `<section>` that
 * links to the form lead to. Its page places a `SheetLink` to `apply.css` before it.
 */
export function Apply({ heading, lede, aside, isAsideSmall = false, isLast = false, children }: ApplyProps) {
  return (
    <section
      id={anchors.waitlistForm}
      className={`apply grid-page ${isLast ? 'apply-last' : ''}`}
      aria-labelledby="apply-heading"
      tabIndex={-1}
    >
      <div className={`apply-head ${isAsideSmall ? 'apply-split' : ''}`}>
        <div className="apply-words">
          <h2 id="apply-heading" className="display">
            {heading}
          </h2>
          <p className="apply-lede">{lede}</p>
        </div>
        {aside}
      </div>
      <div className="apply-form">
        {children}
        <InvitationNote className="apply-note" isOneLine />
        <CollectionNotice purpose="to decide on your place and write to you" />
      </div>
    </section>
  );
}
