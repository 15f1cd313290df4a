import { Rosette } from '#site/art/rosette.tsx';
import { Island } from '#site/islands/island.tsx';
import { WaitlistForm } from '#site/islands/waitlist-form/waitlist-form.tsx';
import { Apply } from '#site/sections/shared/apply.tsx';

/** The venues' form. Renders a `<section>`. */
export function VenuesApply() {
  return (
    <Apply
      heading={
        <>
          Reserve <em className="accent">your place.</em>
        </>
      }
      aside={<Rosette of="hero-rosette" className="drawn-on-scroll apply-figure" />}
      lede="Tell us about the room. We will write to you about the rest."
    >
      <Island name="WaitlistForm" of={WaitlistForm} props={{ variant: 'venue' }} />
    </Apply>
  );
}
