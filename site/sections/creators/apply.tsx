import { Card } from '#site/art/card.tsx';
import { Island } from '#site/islands/island.tsx';
import { placeholderHandle } from '#site/islands/live-card/live-card.ts';
import { WaitlistForm } from '#site/islands/waitlist-form/waitlist-form.tsx';
import { Apply } from '#site/sections/shared/apply.tsx';

/** The creators' form beside a card that shows the handle as it is typed. */
export function CreatorsApply() {
  return (
    <Apply
      heading="Your name here."
      lede="What follows, in order: approval, onboarding, the card with your handle on it."
      aside={
        <div className="apply-card">
          <Card handle={placeholderHandle} />
        </div>
      }
      isAsideSmall
    >
      <Island name="WaitlistForm" of={WaitlistForm} props={{ variant: 'creator' }} />
    </Apply>
  );
}
