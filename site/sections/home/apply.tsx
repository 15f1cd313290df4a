import { Coupe } from '#site/art/coupe.tsx';
import { Island } from '#site/islands/island.tsx';
import { WaitlistForm } from '#site/islands/waitlist-form/waitlist-form.tsx';
import { Apply } from '#site/sections/shared/apply.tsx';

/** The home page's form, for both kinds. */
export function HomeApply() {
  return (
    <div className="paper">
      <Apply
        heading={
          <>
            Ask to be <em className="accent">let in.</em>
          </>
        }
        aside={<Coupe again className="apply-coupe" />}
        lede="Creator or venue, it is one short form. We write to you when there is something to say."
      >
        <Island name="WaitlistForm" of={WaitlistForm} props={{ variant: 'creator', switchable: true }} />
      </Apply>
    </div>
  );
}
