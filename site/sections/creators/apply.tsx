import { Card } from '#site/art/card.tsx';
import { Apply } from '#site/sections/shared/apply.tsx';

/** The creators' form beside a card that shows the handle as it is typed. */
export function CreatorsApply() {
  return (
    <Apply
      heading="Your name here."
      lede="What follows, in order: approval, onboarding, the card with your handle on it."
      aside={
        <div className="apply-card">
          <Card />
        </div>
      }
      form={{ variant: 'creator' }}
    />
  );
}
