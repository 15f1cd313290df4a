import { Picture } from '#site/pictures/picture.tsx';
import { Apply } from '#site/sections/shared/apply.tsx';

/** The home page's form, for both kinds. */
export function HomeApply() {
  return (
    <div className="paper">
      <Apply
        isLast
        heading="Ask to be let in."
        aside={<Picture name="bucket" className="apply-bucket" alt="" />}
        lede={
          <>
            Creators: approval, onboarding, the card.
            <br />
            Venues: a budget, your approval, creators.
          </>
        }
        form={{ variant: 'creator', switchable: true }}
      />
    </div>
  );
}
